import { type Db, HAS_ENDED, LEASE_OF, prepared } from '../../../../platform/db/index.ts';
import type { ClaimedSubject, SubjectEnd } from '../batches.ports.ts';

/** The key of a subject, in the order of `$1` to `$4`. */
const keyOf = ({ batch, ticker, parent, address }: ClaimedSubject) => [batch, ticker, parent, address];
const OF_KEY = 'batch = $1 AND ticker = $2 AND parent = $3 AND address = $4';

/** How an end counts in its batch. */
const COUNTER = { rated: 'rated', not_rated: 'not_rated', failed: 'failed', canceled: 'canceled' } as const;

/** The work on batches, by all servers. The batch is always locked before its subjects. */
export const batchWorkStore = {
  /**
   * Takes the next address of the batch that waited longest; null where nothing is to be done. Batches of suspended
   * accounts wait, and those that a suspended member made, or whose key such a member made or replaced. In a
   * transaction.
   */
  async claim(db: Db, runBy: string, leaseMs: number): Promise<ClaimedSubject | null> {
    const { rows: batches } = await db.query(
      prepared(
        `SELECT b.id, b.workspace, b.mode, b.api_key AS "keyId", b.made_by AS "madeBy", k.monthly_limit AS "monthlyLimit"
           FROM batches b LEFT JOIN api_keys k ON k.id = b.api_key
          WHERE b.status = 'running' AND EXISTS (
                SELECT FROM batch_subjects s WHERE s.batch = b.id AND s.state = 'waiting'
                   AND (s.not_before IS NULL OR s.not_before <= clock_timestamp()))
            AND NOT EXISTS (SELECT FROM workspaces w JOIN users u ON u.sub = w.person
                             WHERE w.id = b.workspace AND u.suspended_at IS NOT NULL)
            AND NOT EXISTS (SELECT FROM users u
                             WHERE u.sub IN (coalesce(b.made_by, k.created_by), k.secret_by)
                               AND u.suspended_at IS NOT NULL)
          ORDER BY b.served_at, b.id LIMIT 1 FOR NO KEY UPDATE OF b`,
        [],
      ),
    );
    const [batch] = batches;
    if (batch === undefined) return null;
    const { rows } = await db.query(
      prepared(
        `UPDATE batch_subjects SET state = 'running', run_by = $2, not_before = NULL,
                lease_until = ${LEASE_OF} $3
          WHERE batch = $1 AND number = (
                SELECT number FROM batch_subjects WHERE batch = $1 AND state = 'waiting'
                   AND (not_before IS NULL OR not_before <= clock_timestamp())
                 ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING batch, ticker, parent, address, number, attempts, api_check AS "apiCheck",
                   test_check AS "testCheck"`,
        [batch.id, runBy, leaseMs],
      ),
    );
    await db.query(prepared('UPDATE batches SET served_at = clock_timestamp() WHERE id = $1', [batch.id]));
    const [subject] = rows;
    if (subject === undefined) return null;
    const { id: _id, ...ofBatch } = batch;
    return { ...subject, ...ofBatch };
  },

  /** Names the check that answers a subject. Says whether the batch still wants it. In a transaction. */
  async begun(
    db: Db,
    subject: ClaimedSubject,
    runBy: string,
    check: { readonly subId: string; readonly apiCheck: string | null },
  ): Promise<'wanted' | 'canceled'> {
    const { rows } = await db.query(
      prepared('SELECT status FROM batches WHERE id = $1 FOR NO KEY UPDATE', [subject.batch]),
    );
    await db.query(
      prepared(`UPDATE batch_subjects SET sub_id = $6, api_check = $7 WHERE ${OF_KEY} AND run_by = $5`, [
        ...keyOf(subject),
        runBy,
        check.subId,
        check.apiCheck,
      ]),
    );
    return rows[0]?.status === 'running' || rows[0]?.status === 'paused' ? 'wanted' : 'canceled';
  },

  /** Names the test check that answers a subject. In a transaction. */
  async begunTest(db: Db, subject: ClaimedSubject, runBy: string, testCheck: string): Promise<void> {
    await db.query(
      prepared(`UPDATE batch_subjects SET test_check = $6 WHERE ${OF_KEY} AND run_by = $5`, [
        ...keyOf(subject),
        runBy,
        testCheck,
      ]),
    );
  },

  /**
   * Ends the work of this server on a subject, and the batch with its last one. Does nothing where another server has
   * taken the subject over. Says whether the batch is completed by it. In a transaction.
   */
  async settle(db: Db, subject: ClaimedSubject, runBy: string, end: SubjectEnd, now: Date): Promise<boolean> {
    const { rows: batches } = await db.query(
      prepared('SELECT status FROM batches WHERE id = $1 FOR NO KEY UPDATE', [subject.batch]),
    );
    const [batch] = batches;
    if (batch === undefined) return false;
    // What is to be tried again in a batch that was cancelled meanwhile is cancelled.
    const isOver = end.state === 'waiting' && batch.status === 'canceled';
    const state = isOver ? 'canceled' : end.state;
    const { rows } = await db.query(
      prepared(
        `UPDATE batch_subjects SET state = $6, run_by = NULL, lease_until = NULL, failure = $7, summary = $10,
                charged = $11,
                attempts = attempts + $8, api_check = CASE WHEN $8 = 0 THEN api_check END,
                not_before = CASE WHEN $9::integer > 0 THEN clock_timestamp() + $9 * interval '1 millisecond' END
          WHERE ${OF_KEY} AND run_by = $5 RETURNING row_count AS rows`,
        [
          ...keyOf(subject),
          runBy,
          state,
          end.state === 'failed' ? end.failure : null,
          end.state === 'waiting' && end.isAttempt ? 1 : 0,
          end.state === 'waiting' && !isOver ? end.waitMs : 0,
          'summary' in end ? end.summary : null,
          'charged' in end && end.charged,
        ],
      ),
    );
    const [changed] = rows;
    if (changed === undefined || state === 'waiting') return false;
    const charged = 'charged' in end && end.charged ? 1 : 0;
    const column = COUNTER[state];
    const { rows: counted } = await db.query(
      prepared(
        `WITH was AS (SELECT status, row_count - invalid - rated - not_rated - failed - canceled AS open
                        FROM batches WHERE id = $1)
         UPDATE batches b SET ${column} = ${column} + $2, charged = charged + $3,
                status = CASE WHEN was.status <> 'canceled' AND was.open = $2 THEN 'completed' ELSE was.status END,
                pause_reason = CASE WHEN was.open = $2 THEN NULL ELSE pause_reason END,
                ended_at = CASE WHEN was.status <> 'canceled' AND was.open = $2 THEN $4::timestamptz ELSE ended_at END
           FROM was WHERE b.id = $1 RETURNING b.status`,
        [subject.batch, changed.rows, charged, now],
      ),
    );
    return counted[0]?.status === 'completed';
  },

  async renewLeases(db: Db, runBy: string, leaseMs: number): Promise<void> {
    await db.query(
      `UPDATE batch_subjects SET lease_until = ${LEASE_OF} $2
        WHERE state = 'running' AND run_by = $1`,
      [runBy, leaseMs],
    );
  },

  /** What servers that ended were working on waits again. Returns the number. */
  async recover(db: Db): Promise<number> {
    const recovered = await db.query(
      `UPDATE batch_subjects SET state = 'waiting', run_by = NULL, lease_until = NULL
        WHERE state = 'running' AND lease_until ${HAS_ENDED}`,
    );
    return recovered.rowCount ?? 0;
  },

  /** What servers that ended had still been working on, in batches that were cancelled meanwhile. */
  async cancelLeft(db: Db): Promise<void> {
    await db.query(
      `WITH left_over AS (
         SELECT b.id FROM batches b WHERE b.status = 'canceled'
            AND EXISTS (SELECT FROM batch_subjects s WHERE s.batch = b.id AND s.state = 'waiting') FOR NO KEY UPDATE),
       ended AS (
         UPDATE batch_subjects s SET state = 'canceled', not_before = NULL FROM left_over
          WHERE s.batch = left_over.id AND s.state = 'waiting' RETURNING s.batch, s.row_count)
       UPDATE batches b SET canceled = b.canceled + e.rows
         FROM (SELECT batch, sum(row_count)::integer AS rows FROM ended GROUP BY batch) e WHERE b.id = e.batch`,
    );
  },
};

export type BatchWorkStore = typeof batchWorkStore;
