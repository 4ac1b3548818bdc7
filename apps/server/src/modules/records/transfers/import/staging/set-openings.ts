import type { PoolClient } from '../../../../../platform/db/index.ts';
import type { AccountState } from '../../accounts/account-balance.ts';
import { ensureAccounts, writeOpenings } from '../../accounts/accounts.store.ts';
import { rederiveAccounts } from '../../append/rederive-accounts.ts';
import { followOpenings } from '../../flows/follow-change.ts';
import { type Ledger, openForWriting, raiseRevision } from '../../ledgers/ledger.store.ts';

/** States what accounts held before the first record here, and re-derives them. Must run inside a transaction. */
export async function setOpenings(
  client: PoolClient,
  ledger: Ledger,
  openings: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<void> {
  await openForWriting(client, ledger.id);
  const accounts = await ensureAccounts(client, ledger.id, [...new Set(openings.map(({ address }) => address))]);
  const opened = new Set<AccountState>();
  for (const { address, amount } of openings) {
    const account = accounts.get(address);
    if (account?.role !== 'account') continue;
    account.opening = amount;
    opened.add(account);
  }
  await writeOpenings(client, ledger.id, [...opened]);
  await rederiveAccounts(client, ledger.id, [...opened]);
  await followOpenings(
    client,
    ledger,
    [...opened].map(({ id }) => id),
  );
  await raiseRevision(client, ledger.id, 0);
}
