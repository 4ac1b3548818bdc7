import type { PoolClient } from '../../../../platform/db/index.ts';
import { type AccountState, recordInflow, recordOutflow } from '../accounts/account-balance.ts';
import { writeAccounts } from '../accounts/accounts.store.ts';
import { type RatioRow, readRecordsOf, writeRatios } from './append.store.ts';

const RECORDS_PER_READ = 20_000;

/**
 * Replays the whole history of accounts from their opening balances and fixes the ratios and counters that changed.
 * Only the ends that belong to these accounts are touched.
 */
export async function rederiveAccounts(
  client: PoolClient,
  ledgerId: number,
  accounts: readonly AccountState[],
): Promise<void> {
  if (accounts.length === 0) return;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  for (const account of accounts) rewind(account);
  let after = -1;
  for (;;) {
    const rows = await readRecordsOf(client, ledgerId, [...byId.keys()], after, RECORDS_PER_READ);
    const changed: RatioRow[] = [];
    for (const row of rows) {
      const next = replay(row, byId);
      if (!sameRatios(row, next)) changed.push(next);
    }
    await writeRatios(client, ledgerId, changed);
    const last = rows.at(-1);
    if (last === undefined || rows.length < RECORDS_PER_READ) break;
    after = last.position;
  }
  await writeAccounts(client, ledgerId, accounts);
}

function rewind(account: AccountState): void {
  account.balance = account.opening;
  account.lastPosition = -1;
  account.short = false;
  account.inflows = 0;
  account.outflows = 0;
  account.received = 0n;
  account.sent = 0n;
  account.firstTime = null;
  account.lastTime = null;
}

function replay(row: RatioRow, accounts: ReadonlyMap<number, AccountState>): RatioRow {
  const from = accounts.get(row.fromId);
  const to = accounts.get(row.toId);
  const out = from === undefined ? row : recordOutflow(from, row, row.position);
  const inflowShare = to === undefined ? row.inflowShare : recordInflow(to, row, row.position);
  return { ...row, inflowShare, covered: out.covered, outflowShare: out.outflowShare };
}

function sameRatios(a: RatioRow, b: RatioRow): boolean {
  return a.inflowShare === b.inflowShare && a.covered === b.covered && a.outflowShare === b.outflowShare;
}
