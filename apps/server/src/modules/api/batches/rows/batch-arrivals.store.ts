import { type Db, IS_HELD, LEASE_OF } from '../../../../platform/db/index.ts';
import type { BatchPart } from '../batch-rows.store.ts';

/** A part whose rows are being stored. */
export type ArrivingPart = Pick<BatchPart, 'part' | 'upload' | 'rows' | 'bytes'>;

/** Parts of open batches whose rows are being stored, by all servers. The batch is locked by the caller. */
export const batchArrivalsStore = {
  /** Those that a server still works on. */
  async list(db: Db, batch: string): Promise<readonly ArrivingPart[]> {
    const { rows } = await db.query(
      `SELECT part, upload, row_count AS rows, bytes FROM batch_arrivals WHERE batch = $1 AND until ${IS_HELD}`,
      [batch],
    );
    return rows;
  },

  /** Takes the place of one whose server has ended. */
  async begin(db: Db, batch: string, { part, upload, rows, bytes }: ArrivingPart, leaseMs: number): Promise<void> {
    await db.query(
      `INSERT INTO batch_arrivals (batch, part, upload, row_count, bytes, until)
       VALUES ($1, $2, $3, $4, $5, ${LEASE_OF} $6)
       ON CONFLICT (batch, part) DO UPDATE SET upload = excluded.upload, row_count = excluded.row_count,
          bytes = excluded.bytes, until = excluded.until`,
      [batch, part, upload, rows, bytes, leaseMs],
    );
  },

  /** False where another upload has taken its place. */
  async end(db: Db, batch: string, upload: string): Promise<boolean> {
    const ended = await db.query('DELETE FROM batch_arrivals WHERE batch = $1 AND upload = $2', [batch, upload]);
    return ended.rowCount === 1;
  },
};
