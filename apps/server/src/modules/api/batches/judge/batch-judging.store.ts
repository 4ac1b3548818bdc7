import { type Db, prepared } from '../../../../platform/db/index.ts';
import type { BatchOwner, JudgedRow } from '../batches.ports.ts';

/** A batch whose rows are being judged, locked until the transaction ends. */
export interface UnjudgedBatch extends BatchOwner {
  readonly id: string;
  readonly asset: string | null;
  readonly network: string | null;
}

/** Rows of one part, in their order. */
export interface UnjudgedRows {
  readonly upload: string;
  readonly rows: readonly (JudgedRow & { readonly number: number })[];
}

/** The first part of the work on batches, by all servers: what their rows ask for. */
export const batchJudgingStore = {
  /** Locks the batch that waited longest; null where none has rows to judge now, or others are at it. In a transaction. */
  async claim(db: Db): Promise<UnjudgedBatch | null> {
    const { rows } = await db.query(
      prepared(
        `SELECT b.id, b.workspace, b.mode, b.asset, b.network FROM batches b
          WHERE b.status = 'running' AND b.unjudged > 0 AND (b.judge_after IS NULL OR b.judge_after <= clock_timestamp())
          ORDER BY b.served_at, b.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
        [],
      ),
    );
    return rows[0] ?? null;
  },

  /** The next rows of a claimed batch that could be read. */
  async rows(db: Db, batch: string, size: number): Promise<UnjudgedRows> {
    const { rows: parts } = await db.query(
      prepared(
        `SELECT part, upload, unjudged_from AS "from", row_count AS rows FROM batch_parts
          WHERE batch = $1 AND unjudged_from IS NOT NULL ORDER BY part LIMIT 1`,
        [batch],
      ),
    );
    const [part] = parts;
    if (part === undefined) throw new Error(`Batch ${batch} counts rows to judge, and has none`);
    const next = part.from + size;
    const { rows } = await db.query(
      prepared(
        `SELECT number, line, ticker, parent, address, reference, extra FROM batch_rows
          WHERE batch = $1 AND upload = $2 AND number >= $3 AND number < $4 AND code IS NULL ORDER BY number`,
        [batch, part.upload, part.from, next],
      ),
    );
    await db.query(
      prepared('UPDATE batch_parts SET unjudged_from = $3 WHERE batch = $1 AND part = $2', [
        batch,
        part.part,
        next > part.rows ? null : next,
      ]),
    );
    return { upload: part.upload, rows: rows.map((row) => ({ ...row, problem: null })) };
  },

  /** Stores what rows came to, and counts them. Returns how many of the batch are left. */
  async store(db: Db, batch: string, { upload, rows }: UnjudgedRows): Promise<number> {
    const column = <T>(read: (row: UnjudgedRows['rows'][number]) => T) => rows.map(read);
    await db.query(
      prepared(
        `UPDATE batch_rows r SET ticker = t.ticker, parent = t.parent, address = t.address, reference = t.reference,
                extra = t.extra, code = t.code, detail = t.detail
           FROM unnest($3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
                AS t (number, ticker, parent, address, reference, extra, code, detail)
          WHERE r.batch = $1 AND r.upload = $2 AND r.number = t.number`,
        [
          batch,
          upload,
          column(({ number }) => number),
          column(({ ticker }) => ticker),
          column(({ parent }) => parent),
          column(({ address }) => address),
          column(({ reference }) => reference),
          column(({ extra }) => extra),
          column(({ problem }) => problem?.code ?? null),
          column(({ problem }) => problem?.detail ?? null),
        ],
      ),
    );
    const { rows: counted } = await db.query(
      prepared(
        `UPDATE batches SET invalid = invalid + $2, unjudged = unjudged - $3, served_at = clock_timestamp(),
                judging_failures = 0, judge_after = NULL
          WHERE id = $1 RETURNING unjudged AS "left"`,
        [batch, rows.filter(({ problem }) => problem !== null).length, rows.length],
      ),
    );
    return counted[0]?.left ?? 0;
  },

  /**
   * Counts an attempt that failed: the batch is tried again, later after each one. Returns how many failed in a row. In
   * a transaction, in which the batch stays locked.
   */
  async failed(db: Db, batch: string, waitMs: number): Promise<number> {
    const { rows } = await db.query(
      `UPDATE batches SET judging_failures = judging_failures + 1,
              judge_after = clock_timestamp() + (judging_failures + 1) * $2 * interval '1 millisecond'
        WHERE id = $1 AND status = 'running' AND unjudged > 0 RETURNING judging_failures AS failures`,
      [batch, waitMs],
    );
    return rows[0]?.failures ?? 0;
  },

  /** Ends a locked batch: no row of it is checked, for this reason. */
  async giveUp(db: Db, id: string, problem: NonNullable<JudgedRow['problem']>, now: Date): Promise<void> {
    await db.query('UPDATE batch_rows SET code = $2, detail = $3 WHERE batch = $1 AND code IS NULL', [
      id,
      problem.code,
      problem.detail,
    ]);
    await db.query('UPDATE batch_parts SET unjudged_from = NULL WHERE batch = $1', [id]);
    await db.query(
      `UPDATE batches SET status = 'completed', ended_at = $2, invalid = row_count, unjudged = 0 WHERE id = $1`,
      [id, now],
    );
  },

  /**
   * Makes one subject of all rows of the same address and asset, once all are judged. Says whether the batch is over,
   * because no row can be checked.
   */
  async finish(db: Db, id: string, now: Date): Promise<boolean> {
    await db.query(
      `INSERT INTO batch_subjects (batch, mode, ticker, parent, address, number, row_count)
       SELECT $1, (SELECT mode FROM batches WHERE id = $1), ticker, parent, address,
              row_number() OVER (ORDER BY min(part), min(number)), count(*)
         FROM (SELECT r.*, p.part FROM batch_rows r JOIN batch_parts p ON p.batch = r.batch AND p.upload = r.upload
                WHERE r.batch = $1 AND r.code IS NULL) valid
        GROUP BY ticker, parent, address`,
      [id],
    );
    const { rows } = await db.query(
      `UPDATE batches SET status = CASE WHEN row_count = invalid THEN 'completed' ELSE status END,
              ended_at = CASE WHEN row_count = invalid THEN $2::timestamptz END
        WHERE id = $1 RETURNING status`,
      [id, now],
    );
    return rows[0]?.status === 'completed';
  },
};

export type BatchJudgingStore = typeof batchJudgingStore;
