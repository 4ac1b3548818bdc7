import type { Db } from '../../../platform/db/index.ts';

export async function insertFailure(db: Db, sub: string, now: Date): Promise<void> {
  await db.query('INSERT INTO factor_failures (sub, failed_at) VALUES ($1, $2)', [sub, now]);
}

/** Time of the `most`th newest failure of the account since `since`; null when there are fewer. */
export async function timeOfNthFailure(db: Db, sub: string, since: Date, most: number): Promise<Date | null> {
  const { rows } = await db.query(
    `SELECT failed_at FROM factor_failures WHERE sub = $1 AND failed_at > $2
      ORDER BY failed_at DESC OFFSET $3 LIMIT 1`,
    [sub, since, most - 1],
  );
  return rows[0]?.failed_at ?? null;
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.query('DELETE FROM factor_failures WHERE failed_at < $1', [before]);
}
