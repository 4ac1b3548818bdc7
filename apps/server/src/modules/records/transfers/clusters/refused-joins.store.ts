import type { Db, Pool } from '../../../../platform/db/index.ts';
import { ledgerPools } from '../../placement/in-ledger.ts';

/** Two clusters of different services whose addresses one transaction spends together. */
export interface RefusedJoin {
  readonly network: string;
  readonly ticker: string;
  readonly transactionId: string;
  /** The address whose cluster was there, and the service it is of; null where its labels have changed since. */
  readonly address: string;
  readonly entity: string | null;
  readonly otherAddress: string;
  readonly otherEntity: string | null;
}

export interface RefusedJoinsPage {
  readonly joins: readonly RefusedJoin[];
  readonly total: number;
}

/**
 * One page of the joins that were refused, by network, block and transaction.
 *
 * @param network null: all
 * @param page from 1
 */
export async function refusedJoins(
  pool: Pool,
  network: string | null,
  page: number,
  size: number,
): Promise<RefusedJoinsPage> {
  const joins: RefusedJoin[] = [];
  let [before, total] = [(page - 1) * size, 0];
  // Those of one server follow those of the one before.
  for (const server of ledgerPools(pool)) {
    const own = await countJoins(server, network);
    if (before < own && joins.length < size) {
      joins.push(...(await readJoins(server, network, Math.max(0, before), size - joins.length)));
    }
    before -= own;
    total += own;
  }
  return { joins, total };
}

async function countJoins(db: Db, network: string | null): Promise<number> {
  const counted = await db.query(
    `SELECT count(*) AS total FROM coin_cluster_refusal r JOIN ledgers l ON l.id = r.ledger_id
      WHERE l.placement <> 'departed' AND ($1::text IS NULL OR l.network = $1)`,
    [network],
  );
  return Number(counted.rows[0]?.total ?? 0);
}

async function readJoins(
  db: Db,
  network: string | null,
  offset: number,
  limit: number,
): Promise<readonly RefusedJoin[]> {
  const { rows } = await db.query(
    `SELECT l.network, l.ticker, t.transaction_id AS "transactionId", a.address, k.entity,
            b.address AS "otherAddress", o.entity AS "otherEntity"
       FROM coin_cluster_refusal r
       JOIN ledgers l ON l.id = r.ledger_id
       JOIN coin_transactions t ON t.id = r.transaction_id
       JOIN accounts a ON a.ledger_id = r.ledger_id AND a.id = r.first_id
       JOIN accounts b ON b.ledger_id = r.ledger_id AND b.id = r.other_id
       LEFT JOIN coin_cluster_member m ON m.account_id = a.id
       LEFT JOIN coin_cluster k ON k.id = m.cluster_id
       LEFT JOIN coin_cluster_member n ON n.account_id = b.id
       LEFT JOIN coin_cluster o ON o.id = n.cluster_id
      WHERE l.placement <> 'departed' AND ($1::text IS NULL OR l.network = $1)
      ORDER BY l.network COLLATE "C", l.ticker COLLATE "C", t.block, t.block_index, t.id, a.address COLLATE "C",
               b.address COLLATE "C"
     OFFSET $2 LIMIT $3`,
    [network, offset, limit],
  );
  return rows;
}
