/** The number of a transfer ledger that has tables of its own. */
export const LEDGER = '1';

/**
 * What is put in the place of a part of a text that only a running server knows, when PostgreSQL is asked of the text: by
 * the file that the part is written in, and by the name that it has there. Of several parts that may be there, the one
 * that says the least of the rows.
 */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'modules/accounts/workspaces/members/invitations.store.ts': { 'of.column': 'workspace' },
  'modules/api/batches/judge/batch-work.store.ts': { 'COUNTER.Computed': 'rated' },
  'modules/api/public-api/api-checks.store.ts': { 'ID_PREFIXES.transfer': 'trf_' },
  'modules/checks/counterparties/pages.store.ts': {
    'conditions.join()': '$1::text <> $2::text',
    'put()': '$4',
    column: 'name_order',
  },
  'modules/checks/counterparties/parties.store.ts': { far: 'from_id', near: 'to_id' },
  'modules/checks/history/history.store.ts': { 'conditionsOf()': '' },
  'modules/money/grants/free-grants.store.ts': { by: 'network' },
  'modules/records/transfers/first-load/build-coins.store.ts': {
    'outputs.table': 'coin_outputs',
    'stage.inputs': 'staged_inputs',
    'stage.outputs': 'staged_outputs',
    'stage.transactions': 'staged_transactions',
    outputs: 'staged_outputs',
    transactions: 'staged_transactions',
  },
  'modules/records/transfers/first-load/coin-stage.store.ts': {
    inputs: 'staged_inputs',
    outputs: 'staged_outputs',
    progress: 'staged_progress',
    transactions: 'staged_transactions',
  },
  'modules/records/transfers/ledgers/asset-tables.store.ts': { 'checked()': LEDGER },
  'modules/records/transfers/memory/follow-columns.store.ts': { accounts: `accounts_${LEDGER}` },
  'platform/audit/read-log.store.ts': { 'conditions.join()': '$1::text <> $2::text' },
};
