import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/database.ts';

/** Columns that name who owns a row, or what belongs to an owner. */
const OWNER_COLUMNS = [
  'owner',
  'sub',
  'workspace',
  'workspace_id',
  'holder',
  'tariff',
  'sub_id',
  'order_id',
  'payment_id',
  'joined_sub',
  'subject',
  'person',
  'email',
  'chain',
];

const OF_A_PERSON = 'belongs to a person, whatever workspace they are in';
const BY_TOKEN = 'is found by a secret that the person holds, before anybody is signed in';
const MEMBERSHIP = 'says which workspaces a person may enter: read before there is a scope, and of all of them';

/** Tables that have such a column and no policy, each with the reason. */
const NOT_ISOLATED: Readonly<Record<string, string>> = {
  users: OF_A_PERSON,
  sessions: OF_A_PERSON,
  magic_links: BY_TOKEN,
  survey_responses: OF_A_PERSON,
  promo_redemptions_by_account: 'of an earlier version; emptied at the start',
  bot_accounts: OF_A_PERSON,
  bot_requests: 'belongs to a chat',
  bot_join_links: BY_TOKEN,
  live_claims: 'names the server that reads an address just now',
  workspaces: MEMBERSHIP,
  workspace_members: MEMBERSHIP,
  workspace_session_policies: MEMBERSHIP,
  workspace_invitations: BY_TOKEN,
  dispute: 'is filed by anybody, with or without an account, and found by its key',
  invitation_mails: 'counts mails for limits of persons, mailboxes and workspaces',
  factors: OF_A_PERSON,
  recovery_codes: OF_A_PERSON,
  factor_challenges: OF_A_PERSON,
  factor_failures: OF_A_PERSON,
  pending_sign_ins: BY_TOKEN,
  identities: 'says which account a person of a provider is, before anybody is signed in',
  company_sign_ins: BY_TOKEN,
  account_notices: OF_A_PERSON,
  known_browsers: OF_A_PERSON,
  recoveries: OF_A_PERSON,
};

/** Tables with row-level security and no policy: nobody but service work enters. */
const SERVICE_ONLY = [
  'audit_checkpoint_heads',
  'audit_checkpoints',
  'legal_holds',
  'payment_events',
  'payment_notices',
  'restore_log',
  'signing_key_files',
];

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isEnabled: boolean;
  readonly policies: number;
}

/** What would let a row of another workspace through. */
function faultsOf(tables: readonly Table[]): string[] {
  return tables.flatMap(({ name, columns, isEnabled, policies }) => {
    const isNamed = Object.hasOwn(NOT_ISOLATED, name);
    if (isEnabled && isNamed) return [`${name} has a policy: take it out of the list`];
    if (isEnabled) return policies > 0 || SERVICE_ONLY.includes(name) ? [] : [`${name} has no policy`];
    const owners = columns.filter((column) => OWNER_COLUMNS.includes(column));
    return owners.length === 0 || isNamed ? [] : [`${name} names its owner (${owners.join(', ')}) and has no policy`];
  });
}

describe('every table that names an owner', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  async function tables(): Promise<readonly Table[]> {
    const { rows } = await database.pool.query<Table>(
      `SELECT t.table_name::text AS name, array_agg(c.column_name::text) AS columns, r.relrowsecurity AS "isEnabled",
              (SELECT count(*)::integer FROM pg_policies p
                WHERE p.tablename = t.table_name AND p.roles = '{assay_tenant}') AS policies
         FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
         JOIN pg_class r ON r.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
        WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        GROUP BY t.table_name, r.relrowsecurity ORDER BY 1`,
    );
    return rows;
  }

  it('is isolated by a policy, or is listed with the reason why not', async () => {
    expect(faultsOf(await tables())).toEqual([]);
  });

  it('is missed when it is new and forgotten', async () => {
    await database.pool.query('CREATE TABLE forgotten (id integer, workspace text)');
    await database.pool.query('CREATE TABLE closed (id integer); ALTER TABLE closed ENABLE ROW LEVEL SECURITY');
    expect(faultsOf(await tables())).toEqual([
      'closed has no policy',
      'forgotten names its owner (workspace) and has no policy',
    ]);
    await database.pool.query('DROP TABLE forgotten, closed');
  });

  it('is there: the list names no table that is gone', async () => {
    const names = (await tables()).map(({ name }) => name);
    expect([...Object.keys(NOT_ISOLATED), ...SERVICE_ONLY].filter((name) => !names.includes(name))).toEqual([]);
  });
});
