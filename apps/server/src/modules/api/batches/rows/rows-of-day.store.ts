import { type Db, prepared } from '../../../../platform/db/index.ts';

/** Rows that each workspace had stored on the last day (UTC) that it sent some, counted for all servers together. */
export const rowsOfDayStore = {
  /**
   * Counts rows, in one statement, so that no two requests take the same room. Null where they would be more than `most`,
   * else the day they were counted for: a request that began before midnight can come after those of the next day, which
   * then have one row of the table.
   */
  async add(db: Db, workspace: string, day: string, rows: number, most: number): Promise<string | null> {
    const added = await db.query(
      prepared(
        `INSERT INTO batch_rows_of_day AS d (workspace, day, row_count)
         SELECT $1, $2::date, $3::integer WHERE $3 <= $4
         ON CONFLICT (workspace) DO UPDATE
            SET day = greatest(d.day, excluded.day),
                row_count = excluded.row_count + CASE WHEN d.day >= excluded.day THEN d.row_count ELSE 0 END
          WHERE excluded.row_count + CASE WHEN d.day >= excluded.day THEN d.row_count ELSE 0 END <= $4
         RETURNING d.day::text`,
        [workspace, day, rows, most],
      ),
    );
    return added.rows[0]?.day ?? null;
  },

  /** Of the day, or of a later one that has begun. */
  async stored(db: Db, workspace: string, day: string): Promise<number> {
    const { rows } = await db.query(
      'SELECT row_count AS rows FROM batch_rows_of_day WHERE workspace = $1 AND day >= $2::date',
      [workspace, day],
    );
    return rows[0]?.rows ?? 0;
  },

  /** @param day of {@link add}; nothing is left to subtract from once a later one has begun */
  async subtract(db: Db, workspace: string, day: string, rows: number): Promise<void> {
    await db.query(
      'UPDATE batch_rows_of_day SET row_count = greatest(0, row_count - $3) WHERE workspace = $1 AND day = $2::date',
      [workspace, day, rows],
    );
  },
};
