import { type Db, prepared } from '../../../platform/db/index.ts';
import type { JudgedRow } from './batches.ports.ts';

/** A part that arrived whole. */
export interface BatchPart {
  readonly part: number;
  readonly upload: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly columns: readonly string[];
}

/** A row with what became of its address. */
export interface EndedRow {
  readonly number: number;
  readonly line: number;
  readonly ticker: string;
  readonly parent: string;
  readonly address: string;
  readonly reference: string | null;
  readonly extra: string | null;
  readonly code: string | null;
  readonly detail: string | null;
  readonly state: 'waiting' | 'running' | 'rated' | 'not_rated' | 'failed' | 'canceled' | null;
  readonly failure: string | null;
  readonly apiCheck: string | null;
  readonly testCheck: string | null;
  readonly subId: string | null;
  readonly charged: boolean | null;
  readonly summary: string | null;
  /** Names its address and asset among those of the batch; null where it cannot be checked, or was not judged yet. */
  readonly subject: number | null;
  /** How many rows share these. */
  readonly sharing: number | null;
}

export const batchRowsStore = {
  /** Stores rows of an upload; `first` is the number of the first of them. */
  async insert(db: Db, batch: string, upload: string, first: number, rows: readonly JudgedRow[]): Promise<void> {
    const column = <T>(read: (row: JudgedRow) => T) => rows.map(read);
    await db.query(
      prepared(
        `INSERT INTO batch_rows (batch, upload, number, line, ticker, parent, address, reference, extra, code, detail)
         SELECT $1, $2, $3 + t.index - 1, t.line, t.ticker, t.parent, t.address, t.reference, t.extra, t.code, t.detail
           FROM unnest($4::integer[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
                WITH ORDINALITY AS t (line, ticker, parent, address, reference, extra, code, detail, index)`,
        [
          batch,
          upload,
          first,
          column(({ line }) => line),
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
  },

  async removeUpload(db: Db, batch: string, upload: string): Promise<void> {
    await db.query('DELETE FROM batch_rows WHERE batch = $1 AND upload = $2', [batch, upload]);
  },

  /** False where the batch has a part of this index. */
  async insertPart(db: Db, batch: string, part: BatchPart): Promise<boolean> {
    const inserted = await db.query(
      `INSERT INTO batch_parts (batch, part, upload, row_count, bytes, sha256, columns, unjudged_from)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 1) ON CONFLICT DO NOTHING`,
      [batch, part.part, part.upload, part.rows, part.bytes, part.sha256, part.columns],
    );
    return inserted.rowCount === 1;
  },

  /** In their order. */
  async parts(db: Db, batch: string): Promise<readonly BatchPart[]> {
    const { rows } = await db.query(
      `SELECT part, upload, row_count AS rows, bytes, sha256, columns FROM batch_parts WHERE batch = $1 ORDER BY part`,
      [batch],
    );
    return rows;
  },

  /** The next rows of a part after a number, with what became of them. */
  async ended(
    db: Db,
    batch: string,
    upload: string,
    { after, size }: { readonly after: number; readonly size: number },
  ): Promise<readonly EndedRow[]> {
    const { rows } = await db.query(
      prepared(
        `SELECT r.number, r.line, r.ticker, r.parent, r.address, r.reference, r.extra, r.code, r.detail,
                s.state, s.failure, s.api_check AS "apiCheck", s.test_check AS "testCheck", s.sub_id AS "subId", s.charged, s.summary,
                s.number AS subject, s.row_count AS sharing
           FROM batch_rows r
           LEFT JOIN batch_subjects s ON r.code IS NULL AND s.batch = r.batch AND s.ticker = r.ticker
                 AND s.parent = r.parent AND s.address = r.address
          WHERE r.batch = $1 AND r.upload = $2 AND r.number > $3 ORDER BY r.number LIMIT $4`,
        [batch, upload, after, size],
      ),
    );
    return rows;
  },
};
