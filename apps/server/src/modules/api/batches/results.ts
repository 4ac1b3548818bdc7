import type { BatchResultV1, ResultFormat } from '@assay/contracts/v1';
import type { Db } from '../../../platform/db/index.ts';
import type { BatchRowsStore, EndedRow } from './batch-rows.store.ts';
import type { StoredBatch } from './batches.ports.ts';
import { resultRow } from './result-row.ts';
import { csvOf } from './results-csv.ts';
import { parquetOf } from './results-parquet.ts';

export interface ResultsPorts {
  readonly db: Db;
  readonly rows: BatchRowsStore;
  readonly publicUrl: string;
}

const PAGE = 500;

export const RESULT_TYPES: Readonly<Record<ResultFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

/** The results of a batch as a file, in the order of the input; read page by page as the reader takes them. */
export function resultsOf(
  ports: ResultsPorts,
  batch: StoredBatch,
  format: ResultFormat,
): AsyncIterable<string | Uint8Array> {
  const pages = pagesOf(ports, batch);
  switch (format) {
    case 'jsonl':
      return linesOf(pages);
    case 'csv':
      return csvOf(pages, batch.columns);
    case 'parquet':
      return parquetOf(pages, batch.columns);
  }
}

async function* pagesOf(
  { db, rows, publicUrl }: ResultsPorts,
  { id, mode, status }: StoredBatch,
): AsyncGenerator<readonly BatchResultV1[]> {
  const isCanceled = status === 'canceled';
  const isRepeated = repeats();
  let offset = 0;
  for (const part of await rows.parts(db, id)) {
    let after = 0;
    while (after < part.rows) {
      const page = await rows.ended(db, id, part.upload, { after, size: PAGE });
      const last = page.at(-1);
      // Removed meanwhile.
      if (last === undefined) return;
      const before = offset;
      yield page.map((row) =>
        resultRow(row, { mode, offset: before, publicUrl, isCanceled, isRepeated: isRepeated(row) }),
      );
      after = last.number;
    }
    offset += part.rows;
  }
}

/** Says of rows in their order whether one before named the same address and asset. Keeps what several rows share. */
function repeats(): (row: EndedRow) => boolean {
  const seen = new Set<number>();
  return ({ subject, sharing }) => {
    if (subject === null || sharing === 1) return false;
    if (seen.has(subject)) return true;
    seen.add(subject);
    return false;
  };
}

async function* linesOf(pages: AsyncIterable<readonly BatchResultV1[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
}
