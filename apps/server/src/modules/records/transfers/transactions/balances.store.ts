import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';

/** Running balances of accounts after the last stored record, in base units; an address without records is left out. */
export async function balancesOf(
  db: Db,
  ledger: Ledger,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query('SELECT address, balance FROM accounts WHERE ledger_id = $1 AND address = ANY ($2)', [
    ledger.id,
    addresses,
  ]);
  return new Map(rows.map(({ address, balance }) => [address, BigInt(balance)]));
}
