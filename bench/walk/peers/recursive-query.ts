import type { Direction } from '@assay/exposure';

/**
 * What a user would write instead: a static haircut as one recursive query. It cannot add up the masses that meet at an
 * account, so it goes through every path on its own, down to the same threshold.
 *
 * @param ends table of the accounts where money ends
 */
export function recursiveQuery(direction: Direction, ends: string): string {
  const [near, far] = direction === 'bwd' ? ['to_id', 'from_id'] : ['from_id', 'to_id'];
  return `
    WITH RECURSIVE walk (node, mass, depth) AS (
      SELECT $1::bigint, 1::double precision, 0
      UNION ALL
      SELECT t.${far}, w.mass * t.amount::double precision / total.amount, w.depth + 1
        FROM walk w
       CROSS JOIN LATERAL (SELECT sum(amount)::double precision AS amount FROM transfers WHERE ${near} = w.node) total
        JOIN transfers t ON t.${near} = w.node
       WHERE w.depth < 16 AND w.mass * t.amount::double precision / total.amount >= $2
         AND (w.depth = 0 OR NOT EXISTS (SELECT FROM ${ends} l WHERE l.id = w.node))
    )
    SELECT count(*) AS paths, sum(mass) FILTER (WHERE EXISTS (SELECT FROM ${ends} l WHERE l.id = node)) AS labelled
      FROM walk WHERE depth > 0`;
}
