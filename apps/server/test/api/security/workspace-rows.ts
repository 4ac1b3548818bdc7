import type { AuthApp } from '../../support/auth-app.ts';

/** Conditions for the rows of the workspace `$1`, by table: all tables with a policy. */
export const ROWS_OF: Readonly<Record<string, string>> = {
  api_answers: 'workspace = $1',
  api_checks: 'workspace = $1',
  api_keys: 'workspace = $1',
  audit_chains: 'chain = $1',
  audit_entries: 'chain = $1',
  audit_personal: 'chain = $1',
  batch_arrivals: 'batch IN (SELECT id FROM batches WHERE workspace = $1)',
  batch_parts: 'batch IN (SELECT id FROM batches WHERE workspace = $1)',
  batch_rows: 'batch IN (SELECT id FROM batches WHERE workspace = $1)',
  batch_rows_of_day: 'workspace = $1',
  batch_subjects: 'batch IN (SELECT id FROM batches WHERE workspace = $1)',
  batch_uncharged: 'workspace = $1',
  uncharged_answers: 'owner = $1',
  batches: 'workspace = $1',
  billing_details: 'sub = $1',
  certificates: 'sub_id IN (SELECT sub_id FROM checks WHERE owner = $1)',
  check_keys: 'owner = $1',
  checks: 'owner = $1',
  dispute_recheck: 'sub_id IN (SELECT sub_id FROM checks WHERE owner = $1)',
  events: 'workspace = $1',
  explorer_budgets: 'workspace = $1',
  explorer_expansions: 'workspace = $1',
  explorer_notes: 'workspace = $1',
  explorer_views: 'workspace = $1',
  history_ranges: 'owner = $1',
  identity_domains: 'workspace = $1',
  identity_providers: 'workspace = $1',
  invoices: 'payment_id IN (SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.sub = $1)',
  invoice_numbers: 'payment_id IN (SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.sub = $1)',
  issued_files: 'sub_id IN (SELECT sub_id FROM checks WHERE owner = $1)',
  ledger_entries:
    'tariff IN (SELECT t.id FROM ledger_tariffs t JOIN ledger_holders h ON h.id = t.holder WHERE h.sub = $1)',
  ledger_holders: 'sub = $1',
  ledger_tariffs: 'holder IN (SELECT id FROM ledger_holders WHERE sub = $1)',
  live_cuts: 'sub_id IN (SELECT sub_id FROM checks WHERE owner = $1)',
  orders: 'sub = $1',
  payment_customers: 'sub = $1',
  payment_hints: 'order_id IN (SELECT id FROM orders WHERE sub = $1)',
  payment_reports: 'order_id IN (SELECT id FROM orders WHERE sub = $1)',
  payment_uses: 'order_id IN (SELECT id FROM orders WHERE sub = $1)',
  payments: 'order_id IN (SELECT id FROM orders WHERE sub = $1)',
  test_checks: 'workspace = $1',
  webhook_attempts: 'workspace = $1',
  webhook_deliveries: 'workspace = $1',
  webhook_endpoints: 'workspace = $1',
  withdrawal_attempts: 'workspace = $1',
  workspace_retentions: 'workspace = $1',
};

/** Who is in the workspace: no policy guards these. */
const MEMBERSHIP: Readonly<Record<string, string>> = {
  workspaces: 'id = $1',
  workspace_members: 'workspace = $1',
  workspace_invitations: 'workspace = $1',
};

/** All tables in one statement that is planned once: it is asked after every call of the API. */
const DIGESTS = {
  name: 'digests-of-workspace',
  text: Object.entries({ ...ROWS_OF, ...MEMBERSHIP })
    .map(
      ([table, condition]) =>
        `SELECT '${table}' AS name, concat_ws(' ', count(*), md5(string_agg(t::text, '|' ORDER BY t::text))) AS digest
           FROM ${table} t WHERE ${condition}`,
    )
    .join(' UNION ALL '),
};

/** A digest of all rows of a workspace: changes with any of them. */
export async function digestOf({ pool }: AuthApp, workspace: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ name: string; digest: string }>({ ...DIGESTS, values: [workspace] });
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
