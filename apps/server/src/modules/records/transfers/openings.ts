import type { PoolClient } from '../../../platform/db/index.ts';
import { ensureAccounts } from './accounts/accounts.store.ts';
import { rederiveAccounts } from './append/rederive-accounts.ts';
import { followOpenings } from './flows/follow-change.ts';
import { type Ledger, openForWriting, raiseRevision } from './ledgers/ledger.store.ts';
import { clearOpenings, type OpeningBalance, openingsOf } from './openings.store.ts';

export type { OpeningBalance } from './openings.store.ts';

/** The opening balances of a transfer ledger, in the order of addresses. */
export function readOpenings(client: PoolClient, ledger: Ledger): Promise<readonly OpeningBalance[]> {
  return openingsOf(client, ledger.id);
}

/** Takes opening balances of accounts back, and re-derives those. Must run inside a transaction. */
export async function removeOpenings(client: PoolClient, ledger: Ledger, addresses: readonly string[]): Promise<void> {
  await openForWriting(client, ledger.id);
  const accounts = [...(await ensureAccounts(client, ledger.id, addresses)).values()];
  for (const account of accounts) Object.assign(account, { opening: 0n, isOpeningKnown: false });
  await clearOpenings(
    client,
    ledger.id,
    accounts.map(({ id }) => id),
  );
  await rederiveAccounts(client, ledger.id, accounts);
  await followOpenings(
    client,
    ledger,
    accounts.map(({ id }) => id),
  );
  await raiseRevision(client, ledger.id, 0);
}
