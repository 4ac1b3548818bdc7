import type { Db } from '../../db/index.ts';

/** Of these canonical addresses, those that are known to be contracts: `network address`. */
export async function knownContracts(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ network: string; address: string }>(
    'SELECT network, address FROM evm_contracts WHERE address = ANY ($1::text[])',
    [addresses],
  );
  return new Set(rows.map(({ network, address }) => `${network} ${address}`));
}
