import type { PoolClient } from '../../db/index.ts';
import { ensureAccounts } from './append.store.ts';
import { type Ledger, lockLedger, raiseRevision } from './ledger.store.ts';
import { rederiveAccounts } from './rederive-accounts.ts';

/** States what accounts held before the first record here, and re-derives them. Must run inside a transaction. */
export async function setOpenings(
  client: PoolClient,
  ledger: Ledger,
  openings: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<void> {
  await lockLedger(client, ledger.id);
  const accounts = await ensureAccounts(client, ledger.id, [...new Set(openings.map(({ address }) => address))]);
  for (const { address, amount } of openings) {
    const account = accounts.get(address);
    if (account?.role !== 'account') continue;
    account.opening = amount;
    account.openingKnown = true;
  }
  await rederiveAccounts(
    client,
    ledger.id,
    [...accounts.values()].filter(({ role }) => role === 'account'),
  );
  await raiseRevision(client, ledger.id, 0);
}
