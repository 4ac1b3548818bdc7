import { type Db, prepared } from '../../../platform/db/index.ts';

export const unchargedStore = {
  /** Answers of a day (UTC) that cost their owner nothing. */
  async answered(db: Db, owner: string, day: string): Promise<number> {
    const { rows } = await db.query(
      prepared('SELECT answers FROM uncharged_answers WHERE owner = $1 AND day = $2::date', [owner, day]),
    );
    return rows[0]?.answers ?? 0;
  },

  /** Counts the end of a check for its owner, unless nobody pays for it, as for those of the command line. */
  async count(db: Db, subId: string, day: string, nobodys: readonly string[]): Promise<void> {
    await db.query(
      prepared(
        `INSERT INTO uncharged_answers AS u (owner, day, answers)
         SELECT owner, $2::date, 1 FROM checks WHERE sub_id = $1 AND owner <> ALL($3)
         ON CONFLICT (owner, day) DO UPDATE SET answers = u.answers + 1`,
        [subId, day, nobodys],
      ),
    );
  },

  /** Counts an answer of no check. */
  async countFor(db: Db, owner: string, day: string): Promise<void> {
    await db.query(
      `INSERT INTO uncharged_answers AS u (owner, day, answers) VALUES ($1, $2::date, 1)
       ON CONFLICT (owner, day) DO UPDATE SET answers = u.answers + 1`,
      [owner, day],
    );
  },
};

/** Uncharged answers of a day (UTC) and how many had some. */
export interface UnchargedTotal {
  readonly day: string;
  readonly answers: number;
  readonly owners: number;
}

/** Of each day since one (UTC), the newest first. */
export async function unchargedTotals(db: Db, since: string): Promise<readonly UnchargedTotal[]> {
  const { rows } = await db.query(
    `SELECT day::text, sum(answers)::integer AS answers, count(*)::integer AS owners
       FROM uncharged_answers WHERE day >= $1::date GROUP BY day ORDER BY day DESC`,
    [since],
  );
  return rows;
}

/** Removes what is older than a day (UTC). */
export async function removeUnchargedBefore(db: Db, day: string): Promise<void> {
  await db.query('DELETE FROM uncharged_answers WHERE day < $1::date', [day]);
}
