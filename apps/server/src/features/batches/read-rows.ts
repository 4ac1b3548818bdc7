import { createHash } from 'node:crypto';
import { BATCH_REQUEST_BYTES, BATCH_ROWS } from '@assay/contracts/v1';
import { parse } from 'csv-parse/sync';
import { ProblemError } from '../public-api/index.ts';
import { ListError, type ListLayout, layoutOf } from '../screening/index.ts';
import type { JudgedRow } from './batches.ports.ts';
import { judgeRow, type ReadRow, type RowDefaults, unread } from './judge-row.ts';
import { RecordSplitter, type TextRecord } from './split-records.ts';

export type RowFormat = 'jsonl' | 'csv';

export interface RowsBody {
  readonly format: RowFormat;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What was read of a body, complete once all its rows were. */
export interface BodyFacts {
  rows: number;
  bytes: number;
  sha256: Buffer;
  /** Names of the other columns, in the order they came. */
  readonly columns: string[];
}

/** Most names of other columns. */
const MOST_COLUMNS = 100;
const TOO_LARGE = `A request with rows has at most ${BATCH_REQUEST_BYTES / 1024 / 1024} MiB and ${BATCH_ROWS} rows. Upload larger batches in parts, or make several.`;
const FAULTS = {
  'too long': 'The row is too long.',
  'open quote': 'A quote is not closed within the length of a row.',
} as const;

/**
 * The rows of a body in pages, one for each chunk that arrives: nothing else of the body is held. A row that cannot be
 * read is a row with a problem.
 *
 * @throws ProblemError payload_too_large; invalid_request for CSV without a column of addresses
 */
export async function* readRows(
  { format, bytes }: RowsBody,
  defaults: RowDefaults,
  facts: BodyFacts,
): AsyncGenerator<readonly JudgedRow[]> {
  const splitter = new RecordSplitter({ quoted: format === 'csv' });
  const reader = format === 'csv' ? new CsvRows() : new JsonRows();
  const decoder = new TextDecoder();
  const digest = createHash('sha256');
  const columns = new Set<string>();
  const judge = (records: Iterable<TextRecord>): JudgedRow[] => {
    const page: JudgedRow[] = [];
    for (const record of records) {
      const row = 'fault' in record ? unread(record.line, 'malformed_request', FAULTS[record.fault]) : read(record);
      if (row !== null) page.push(row);
    }
    facts.rows += page.length;
    if (facts.rows > BATCH_ROWS) throw new ProblemError('payload_too_large', TOO_LARGE);
    return page;
  };
  const read = ({ line, text }: { readonly line: number; readonly text: string }): JudgedRow | null => {
    const row = reader.read(line, text);
    if (row === null) return null;
    if ('code' in row) return unread(row.line, row.code, row.detail);
    const names = Object.keys(row.extra).filter((name) => !columns.has(name));
    if (columns.size + names.length > MOST_COLUMNS || names.some((name) => name.length > 100 || isUnstored(name))) {
      return unread(line, 'invalid_request', `A batch has at most ${MOST_COLUMNS} other columns, with names of text.`);
    }
    const judged = judgeRow(row, defaults);
    if (judged.extra !== null) for (const name of names) columns.add(name);
    return judged;
  };
  for await (const chunk of bytes) {
    facts.bytes += chunk.length;
    if (facts.bytes > BATCH_REQUEST_BYTES) throw new ProblemError('payload_too_large', TOO_LARGE);
    digest.update(chunk);
    const page = judge(splitter.push(decoder.decode(chunk, { stream: true })));
    if (page.length > 0) yield page;
  }
  const last = [...judge(splitter.push(decoder.decode())), ...judge(splitter.end())];
  if (last.length > 0) yield last;
  facts.sha256 = digest.digest();
  facts.columns.push(...columns);
}

function isUnstored(text: string): boolean {
  return !text.isWellFormed() || text.includes('\0');
}

type Unread = { readonly line: number; readonly code: string; readonly detail: string };

/** One JSON object a line. */
class JsonRows {
  read(line: number, text: string): ReadRow | Unread | null {
    const bare = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (bare.trim() === '') return null;
    const value = objectIn(bare);
    if (value === null) return { line, code: 'malformed_request', detail: 'The line is not one JSON object.' };
    const { address = '', asset = '', network = '', reference = null, ...extra } = value;
    const named = { address, asset: asset ?? '', network: network ?? '' };
    const wrong = Object.entries(named).find(([, one]) => typeof one !== 'string')?.[0];
    if (wrong !== undefined) return { line, code: 'invalid_request', detail: `${wrong} is not a text.` };
    if (reference !== null && typeof reference !== 'string' && typeof reference !== 'number') {
      return { line, code: 'invalid_request', detail: 'reference is not a text.' };
    }
    const [theAddress, theAsset, theNetwork] = [named.address, named.asset, named.network].map((one) =>
      String(one).trim(),
    );
    return {
      line,
      address: theAddress ?? '',
      asset: theAsset ?? '',
      network: theNetwork ?? '',
      reference: reference === null || reference === '' ? null : String(reference),
      extra,
    };
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    // Not JSON: the row says so.
    return null;
  }
}

/** CSV whose first line names the columns, or one address a line. */
class CsvRows {
  #layout: ListLayout | null = null;

  read(line: number, text: string): ReadRow | Unread | null {
    if (text.trim() === '') return null;
    if (this.#layout === null) {
      this.#layout = layoutIn(text);
      if (this.#layout.hasHeader) return null;
    }
    const { delimiter, address, asset, parent, extras } = this.#layout;
    const cells = cellsOf(text, delimiter);
    if (cells === null) return { line, code: 'malformed_request', detail: 'The line cannot be split into cells.' };
    if (cells.every((cell) => cell === '')) return null;
    const cell = (index: number): string => cells[index] ?? '';
    const reference = extras.find(({ name }) => name.toLowerCase() === 'reference');
    return {
      line,
      address: cell(address),
      asset: cell(asset),
      network: cell(parent),
      reference: reference === undefined ? null : cell(reference.index) || null,
      extra: Object.fromEntries(
        extras
          .filter((one) => one !== reference)
          .map(({ index, name }) => [name === '' ? `column_${index + 1}` : name, cell(index)]),
      ),
    };
  }
}

/** @throws ProblemError invalid_request */
function layoutIn(text: string): ListLayout {
  try {
    return layoutOf(text, true);
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    throw new ProblemError('invalid_request', `${error.message}.`);
  }
}

function cellsOf(text: string, delimiter: string): readonly string[] | null {
  // Most rows have no quotes: those are only cut.
  if (!text.includes('"')) return text.split(delimiter).map((cell) => cell.trim());
  try {
    const rows: string[][] = parse(text, { delimiter, relax_column_count: true, relax_quotes: true, trim: true });
    return rows[0] ?? [];
  } catch {
    // The parser says where; the row says that.
    return null;
  }
}
