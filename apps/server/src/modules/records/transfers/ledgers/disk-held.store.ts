import type { NetworkId } from '@assay/domain';
import type { Db } from '../../../../platform/db/index.ts';

/**
 * What the tables of one asset take on the database's disk, indexes and addresses included, in bytes. 0 for an asset that
 * is not stored.
 */
export async function diskHeld(db: Db, network: NetworkId, ticker: string): Promise<number> {
  // The tables of a transfer ledger are partitions that end with its number.
  const { rows } = await db.query(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
       FROM ledgers l
       JOIN pg_class c ON c.relname ~ ('_' || l.id || '$') AND c.relkind = 'r' AND c.relispartition
      WHERE l.network = $1 AND l.ticker = $2`,
    [network, ticker],
  );
  return rows[0]?.bytes ?? 0;
}
