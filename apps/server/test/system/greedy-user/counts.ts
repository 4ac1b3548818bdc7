import type { Pool } from '../../../src/db/index.ts';
import { checksStore } from '../../../src/features/checks/index.ts';

/** Results with stars that somebody can still open. */
export function countStars(pool: Pool, subIds: readonly string[]): Promise<number> {
  return count(pool, 'SELECT count(*)::integer AS n FROM checks WHERE sub_id = ANY($1) AND riskscore > 0', subIds);
}

/** Checks that were taken from a balance for good. */
export function countConsumed(pool: Pool, subIds: readonly string[]): Promise<number> {
  return count(
    pool,
    `SELECT count(*)::integer AS n FROM ledger_entries WHERE kind = 'commit' AND reference = ANY($1)`,
    subIds,
  );
}

async function count(pool: Pool, query: string, subIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(query, [subIds]);
  return rows[0]?.n ?? -1;
}

/** The newest check with stars, and the newest that failed. */
export async function newestByStars(pool: Pool, subIds: readonly string[]) {
  const found = await Promise.all(subIds.map((subId) => checksStore.find(pool, subId)));
  return {
    rated: found.findLast((check) => (check?.riskscore ?? 0) > 0) ?? null,
    failed: found.findLast((check) => check?.status === 'failed') ?? null,
  };
}

/** Stars that were paid for, that repeat such within a day, and that are neither. */
export async function starsByPayment(pool: Pool, subIds: readonly string[]) {
  const { rows } = await pool.query<{ paid: number; repeats: number; stolen: number }>(
    `WITH rated AS (SELECT * FROM checks WHERE sub_id = ANY($1) AND riskscore > 0),
     judged AS (
       SELECT charged, EXISTS (
         SELECT FROM rated paid
          WHERE paid.charged AND paid.owner = rated.owner AND paid.ticker = rated.ticker
            AND paid.finished_at <= rated.created_at
            AND paid.created_at > rated.created_at - interval '24 hours') AS is_repeat
       FROM rated)
     SELECT (count(*) FILTER (WHERE charged))::integer AS paid,
            (count(*) FILTER (WHERE NOT charged AND is_repeat))::integer AS repeats,
            (count(*) FILTER (WHERE NOT charged AND NOT is_repeat))::integer AS stolen FROM judged`,
    [subIds],
  );
  const [counted] = rows;
  if (counted === undefined) throw new Error('Nothing was counted');
  return counted;
}
