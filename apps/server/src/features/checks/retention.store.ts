import type { Db } from '../../db/index.ts';

/**
 * Removes checks made before `before`, with everything derived from them. Per owner these are the oldest part of the
 * history, so that its positions have no gaps: a check that began before an older one ended may stay slightly longer.
 * Returns the number removed. Entries of the balance ledger stay: they contain only the id of a check.
 */
export async function removeOldChecks(db: Db, before: Date): Promise<number> {
  const listed = await db.query(
    `WITH ends AS (
       SELECT r.owner, coalesce(
         (SELECT min(c.position) - 1 FROM checks c WHERE c.owner = r.owner AND c.position >= r.first AND c.created_at >= $1),
         r.last) AS last_old
         FROM history_ranges r
        WHERE EXISTS (SELECT FROM checks c WHERE c.owner = r.owner AND c.position = r.first AND c.created_at < $1)
        FOR UPDATE OF r),
     moved AS (
       UPDATE history_ranges r SET first = last_old + 1 FROM ends WHERE r.owner = ends.owner AND last_old >= r.first
       RETURNING r.owner, last_old)
     DELETE FROM checks c USING moved WHERE c.owner = moved.owner AND c.position <= moved.last_old`,
    [before],
  );
  const unlisted = await db.query(
    `DELETE FROM checks WHERE created_at < $1 AND position IS NULL AND status <> 'running'`,
    [before],
  );
  return (listed.rowCount ?? 0) + (unlisted.rowCount ?? 0);
}
