import type { Db } from '../../../../platform/db/index.ts';

/** Links that were asked for on a day (UTC), as `2026-11-28`, and mailed. */
export interface LinksOfDay {
  readonly day: string;
  readonly links: number;
}

/** How many links to sign in were mailed since a day, the newest day first; those older than a week are deleted. */
export async function countMailedLinks(db: Db, since: string): Promise<readonly LinksOfDay[]> {
  const { rows } = await db.query(
    `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*)::integer AS links
       FROM magic_links WHERE mailed_at IS NOT NULL AND (created_at AT TIME ZONE 'UTC')::date >= $1::date GROUP BY 1 ORDER BY 1 DESC`,
    [since],
  );
  return rows;
}
