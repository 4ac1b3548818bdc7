import type { Db } from '../../../../platform/db/index.ts';

/** Which checks are old, and how many of them one call removes at most. */
export interface OldChecks {
  readonly before: Date;
  readonly now: Date;
  readonly most: number;
}

/** What one call removed of histories, and the owner with whom the next one begins; null once none is left. */
export interface ListedRemoval {
  readonly removed: number;
  readonly next: string | null;
}

/** Of each of them up to `most` entries are read, which may all be left to the calls after. */
const OWNERS_AT_ONCE = 20;

/**
 * Removes checks of histories made before `before`, with everything derived from them; those of workspaces that keep
 * theirs for more days, counted back from `now`, later. Per owner these are the oldest part of the history, so that its
 * positions have no gaps: a check that began before an older one ended may stay slightly longer. Entries of the balance
 * ledger stay: they contain only the id of a check.
 *
 * Owners are taken in their order, from `from` on, so that a row of calls reads the ranges of all histories once. Until the
 * transaction ends, the owners of what it removes finish no check: it is to be short, and to do nothing else.
 */
export async function removeOldListed(
  db: Db,
  { before, now, most, from }: OldChecks & { readonly from: string },
): Promise<ListedRemoval> {
  const { rows } = await db.query(
    `WITH owners AS (
       SELECT r.owner, r.first, coalesce(
         (SELECT min(c.position) - 1 FROM checks c
           WHERE c.owner = r.owner AND c.position BETWEEN r.first AND r.first + $3 - 1 AND c.created_at >= own.before),
         least(r.last, r.first + $3 - 1)) AS last_old
         FROM history_ranges r LEFT JOIN kept_longer k ON k.workspace = r.owner
        CROSS JOIN LATERAL (SELECT least($1, $2::timestamptz - k.days * interval '1 day') AS before) own
        WHERE r.owner >= $4
          AND (SELECT c.created_at FROM checks c WHERE c.owner = r.owner AND c.position = r.first) < own.before
        ORDER BY r.owner LIMIT $5),
     summed AS (
       SELECT owner, first, last_old, sum(last_old - first + 1) OVER (ORDER BY owner) - (last_old - first + 1) AS earlier
         FROM owners),
     ends AS (
       SELECT r.owner, least(s.last_old, s.first + $3 - s.earlier - 1)::integer AS last_old
         FROM history_ranges r JOIN summed s ON s.owner = r.owner AND s.earlier < $3
        ORDER BY r.owner FOR UPDATE OF r),
     moved AS (
       UPDATE history_ranges r SET first = last_old + 1 FROM ends WHERE r.owner = ends.owner AND last_old >= r.first
       RETURNING r.owner, last_old),
     deleted AS (
       DELETE FROM checks c USING moved WHERE c.owner = moved.owner AND c.position <= moved.last_old RETURNING 1)
     SELECT (SELECT count(*)::integer FROM deleted) AS removed,
            (SELECT max(owner) FROM summed WHERE earlier < $3) AS next`,
    [before, now, most, from, OWNERS_AT_ONCE],
  );
  const { removed, next } = rows[0] ?? { removed: 0, next: null };
  // The last owner may have more. One of whom nothing could be removed comes again with the next upkeep.
  return { removed, next: removed === 0 && next === from ? null : next };
}

/**
 * The same for checks that are in no history: they failed, or lost their owner. What others have locked is left for the
 * next upkeep: an erasure locks checks in an order of its own. Returns the number removed: less than `most` once none is
 * left.
 */
export async function removeOldUnlisted(db: Db, { before, now, most }: OldChecks): Promise<number> {
  const removed = await db.query(
    `DELETE FROM checks WHERE sub_id IN (
       SELECT c.sub_id FROM checks c WHERE c.created_at < $1 AND c.position IS NULL AND c.status <> 'running'
          AND NOT EXISTS (SELECT FROM kept_longer k
                           WHERE k.workspace = c.owner AND c.created_at >= $2::timestamptz - k.days * interval '1 day')
        ORDER BY c.created_at LIMIT $3 FOR UPDATE OF c SKIP LOCKED)`,
    [before, now, most],
  );
  return removed.rowCount ?? 0;
}
