import { type Db, prepared } from '../../../../platform/db/index.ts';

export const runningChecksStore = {
  /** Number of checks of an owner that run or wait, over all servers: single ones, and those of batches too. */
  async countRunning(db: Db, owner: string): Promise<{ readonly single: number; readonly all: number }> {
    const counted = await db.query(
      prepared(
        `SELECT (count(*) FILTER (WHERE NOT of_batch))::integer AS single, count(*)::integer AS "all"
           FROM checks WHERE owner = $1 AND status = 'running'`,
        [owner],
      ),
    );
    return counted.rows[0] ?? { single: 0, all: 0 };
  },
};
