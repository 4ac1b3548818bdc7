import type { NetworkId } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';

/** Marks addresses as contracts. Returns those that were not marked before. */
export async function markContracts(
  db: Db,
  network: NetworkId,
  addresses: readonly string[],
): Promise<readonly string[]> {
  if (addresses.length === 0) return [];
  const marked = await db.query(
    `INSERT INTO evm_contracts (network, address) SELECT DISTINCT $1, * FROM unnest($2::text[])
     ON CONFLICT DO NOTHING RETURNING address`,
    [network, addresses],
  );
  return marked.rows.map(({ address }) => address);
}

/** Takes marks back: of contracts whose block was undone. */
export async function unmarkContracts(db: Db, network: NetworkId, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await db.query('DELETE FROM evm_contracts WHERE network = $1 AND address = ANY ($2::text[])', [network, addresses]);
}
