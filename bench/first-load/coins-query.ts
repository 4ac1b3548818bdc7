import type { Direction } from '@assay/exposure';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';

/** Table of the accounts where coins end: those with a label, given or derived. */
const ENDS = 'bench_coin_ends';
const MOST_HOPS = 16;

export async function fillCoinEnds(pool: Pool): Promise<void> {
  await pool.query(`DROP TABLE IF EXISTS ${ENDS}`);
  await pool.query(
    `CREATE TABLE ${ENDS} AS SELECT a.id FROM accounts a
      WHERE a.address IN (SELECT address FROM label UNION SELECT address FROM derived_label)`,
  );
  await pool.query(`ALTER TABLE ${ENDS} ADD PRIMARY KEY (id)`);
  await pool.query(`VACUUM ANALYZE ${ENDS}`);
}

/**
 * What a user would write instead: coins followed by one recursive query, each transaction mixing its inputs by amount.
 * It cannot add up what meets at a transaction, so it goes through every path on its own, down to the same threshold.
 * Its parameters are the account and the threshold.
 */
export function coinsQuery(direction: Direction): string {
  const [near, far, sides] =
    direction === 'bwd' ? ['created_by', 'spent_by', 'created_by'] : ['spent_by', 'created_by', 'spent_by'];
  return `
    WITH RECURSIVE walk (node, mass, depth, ends) AS (
      SELECT o.${near}, o.amount::double precision / sum(o.amount::double precision) OVER (), 0, false
        FROM coin_outputs o WHERE o.owner_id = $1 AND o.${near} IS NOT NULL
      UNION ALL
      SELECT c.${sides}, w.mass * c.amount::double precision / nullif(total.amount, 0), w.depth + 1, e.id IS NOT NULL
        FROM walk w
       CROSS JOIN LATERAL
             (SELECT sum(amount)::double precision AS amount FROM coin_outputs WHERE ${far} = w.node) total
        JOIN coin_outputs c ON c.${far} = w.node
        LEFT JOIN ${ENDS} e ON e.id = c.owner_id
       WHERE w.depth < ${MOST_HOPS} AND NOT w.ends AND w.node IS NOT NULL
         AND w.mass * c.amount::double precision / nullif(total.amount, 0) >= $2
    )
    SELECT count(*) AS paths, sum(mass) FILTER (WHERE ends) AS labelled FROM walk WHERE depth > 0`;
}
