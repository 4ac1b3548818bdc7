import type { BatchResultV1, ResultFormat } from '@assay/contracts/v1';
import type { ByteWriter } from 'hyparquet-writer';
import type { Db } from '../../../../platform/db/index.ts';
import { csvRow } from '../../../../platform/kernel/text/csv.ts';
import { batchRowsStore, type EndedRow } from '../batch-rows.store.ts';
import type { StoredBatch } from '../batches.ports.ts';
import { resultRow } from './result-row.ts';

export interface ResultsPorts {
  readonly db: Db;
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
  { db, publicUrl }: ResultsPorts,
  { id, mode, status }: StoredBatch,
): AsyncGenerator<readonly BatchResultV1[]> {
  const isCanceled = status === 'canceled';
  const isRepeated = repeats();
  let offset = 0;
  for (const part of await batchRowsStore.parts(db, id)) {
    let after = 0;
    while (after < part.rows) {
      const page = await batchRowsStore.ended(db, id, part.upload, { after, size: PAGE });
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

/** Results as CSV (RFC 4180). Text that a spreadsheet would run as a formula has an apostrophe before it. */
async function* csvOf(
  pages: AsyncIterable<readonly BatchResultV1[]>,
  others: readonly string[],
): AsyncGenerator<string> {
  const columns = resultColumns(others);
  yield csvRow(columns.map(({ name }) => name));
  for await (const page of pages) {
    yield page.map((row) => csvRow(columns.map(({ read }) => read(row)))).join('');
  }
}

type Cell = string | number | boolean | null;

/** A column of results as a table. */
interface ResultColumn {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean';
  readonly read: (row: BatchResultV1) => Cell;
}

const OWN_COLUMNS: readonly ResultColumn[] = [
  { name: 'row', type: 'integer', read: (row) => row.row },
  { name: 'line', type: 'integer', read: (row) => row.line },
  { name: 'mode', type: 'text', read: (row) => row.mode },
  { name: 'status', type: 'text', read: (row) => row.status },
  { name: 'address', type: 'text', read: (row) => row.address },
  { name: 'asset', type: 'text', read: (row) => row.asset },
  { name: 'network', type: 'text', read: (row) => row.network },
  { name: 'reference', type: 'text', read: (row) => row.reference },
  { name: 'error_code', type: 'text', read: (row) => row.error?.code ?? null },
  { name: 'error_detail', type: 'text', read: (row) => row.error?.detail ?? null },
  { name: 'stars', type: 'integer', read: (row) => row.stars },
  { name: 'score', type: 'number', read: (row) => row.score },
  { name: 'verdict', type: 'text', read: (row) => row.verdict },
  { name: 'not_rated_reason', type: 'text', read: (row) => row.not_rated_reason },
  { name: 'headline', type: 'text', read: (row) => row.headline },
  { name: 'confidence', type: 'text', read: (row) => row.confidence },
  { name: 'incoming', type: 'text', read: (row) => row.incoming },
  { name: 'outgoing', type: 'text', read: (row) => row.outgoing },
  { name: 'labels', type: 'text', read: (row) => row.labels },
  { name: 'method_version', type: 'text', read: (row) => row.method_version },
  { name: 'label_set_version', type: 'text', read: (row) => row.label_set_version },
  { name: 'charged', type: 'boolean', read: (row) => row.charged },
  { name: 'check', type: 'text', read: (row) => row.check },
  { name: 'result_url', type: 'text', read: (row) => row.result_url },
];

/** Our columns, then those of the input; one whose name is taken is named `input_` and its name. */
function resultColumns(others: readonly string[]): readonly ResultColumn[] {
  const columns = [...OWN_COLUMNS];
  const names = new Set(columns.map(({ name }) => name));
  for (const other of others) {
    let name = other;
    while (names.has(name)) name = `input_${name}`;
    names.add(name);
    columns.push({
      name,
      type: 'text',
      read: ({ input }) => textOf(Object.hasOwn(input, other) ? input[other] : null),
    });
  }
  return columns;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Rows of one group of the file: what is held in memory, and written without letting others have their turn. */
const GROUP_ROWS = 2_500;

const PARQUET_TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const;

/** Results as Parquet, written group by group. */
async function* parquetOf(
  pages: AsyncIterable<readonly BatchResultV1[]>,
  others: readonly string[],
): AsyncGenerator<Uint8Array> {
  // Loaded by the first file: no start waits for it.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const columns = resultColumns(others);
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'results', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, ...PARQUET_TYPES[type], repetition_type: 'OPTIONAL' as const })),
    ],
  });
  let group: BatchResultV1[] = [];
  for await (const page of pages) {
    group.push(...page);
    if (group.length < GROUP_ROWS) continue;
    await file.write({ columnData: dataOf(columns, group), rowGroupSize: GROUP_ROWS * 2 });
    yield taken(writer);
    group = [];
  }
  if (group.length > 0) await file.write({ columnData: dataOf(columns, group), rowGroupSize: GROUP_ROWS * 2 });
  await file.finish();
  yield taken(writer);
}

function dataOf(columns: readonly ResultColumn[], group: readonly BatchResultV1[]): { name: string; data: Cell[] }[] {
  return columns.map(({ name, read }) => ({ name, data: group.map(read) }));
}

/** The bytes so far. The writer goes on with an empty buffer and keeps its offset in the file. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
