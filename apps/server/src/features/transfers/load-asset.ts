import type { PoolClient } from '../../db/index.ts';
import type { AccountState } from './account-balance.ts';
import { addAccounts } from './accounts.store.ts';
import { insertTransfers, type PlacedTransfer } from './append.store.ts';
import { analyseTables, attachTables, makeTables, prepareLoad } from './asset-tables.store.ts';
import { type Ledger, raiseRevisionFrom } from './ledger.store.ts';

/** All of an asset: its records in order, and its accounts as they stand once the records were taken. */
export interface AssetLoad {
  readonly transfers: Iterable<PlacedTransfer> | AsyncIterable<readonly PlacedTransfer[]>;
  /** Asked for when the records were written. */
  readonly accounts: () => Iterable<AccountState>;
}

/**
 * Fills an asset that has no tables yet, the fastest way there is: rows go into tables without an index; those are
 * built when all is in, and nobody sees the tables before the transaction ends. Returns the number of records. Must run
 * inside a transaction, with the ledger locked.
 */
export async function loadAsset(client: PoolClient, ledger: Ledger, load: AssetLoad): Promise<number> {
  await prepareLoad(client);
  await makeTables(client, ledger.id);
  const records = await insertTransfers(client, ledger.id, load.transfers, { isFrozen: true });
  await addAccounts(client, ledger.id, load.accounts(), { isFrozen: true });
  await attachTables(client, ledger.id);
  await analyseTables(client, ledger.id);
  await raiseRevisionFrom(client, ledger.id, records, -1);
  return records;
}
