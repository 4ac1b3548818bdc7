import { type Db, prepared } from '../../db/index.ts';

/** Rows that each workspace had stored on the last day (UTC) that it sent some, counted for all servers together. */
export const rowsOfDayStore = {
  /** Counts rows, in one statement, so that no two requests take the same room. False where they would be more than `most`. */
  async add(db: Db, workspace: string, day: string, rows: number, most: number): Promise<boolean> {
    const added = await db.query(
      prepared(
        `INSERT INTO batch_rows_of_day AS d (workspace, day, row_count)
         SELECT $1, $2::date, $3::integer WHERE $3 <= $4
         ON CONFLICT (workspace) DO UPDATE
            SET day = excluded.day, row_count = excluded.row_count + CASE WHEN d.day = excluded.day THEN d.row_count ELSE 0 END
          WHERE excluded.row_count + CASE WHEN d.day = excluded.day THEN d.row_count ELSE 0 END <= $4`,
        [workspace, day, rows, most],
      ),
    );
    return added.rowCount === 1;
  },

  async stored(db: Db, workspace: string, day: string): Promise<number> {
    const { rows } = await db.query<{ rows: number }>(
      'SELECT row_count AS rows FROM batch_rows_of_day WHERE workspace = $1 AND day = $2::date',
      [workspace, day],
    );
    return rows[0]?.rows ?? 0;
  },

  async subtract(db: Db, workspace: string, day: string, rows: number): Promise<void> {
    await db.query(
      'UPDATE batch_rows_of_day SET row_count = greatest(0, row_count - $3) WHERE workspace = $1 AND day = $2::date',
      [workspace, day, rows],
    );
  },
};

export type RowsOfDayStore = typeof rowsOfDayStore;
