import { CsvError, parse } from 'csv-parse/sync';
import { decodeText } from './lines.ts';
import { RecordSplitter, type TextRecord } from './split-records.ts';

/** One row of a CSV, or why it cannot be split into cells. */
export type CsvRow =
  | {
      /** Line it begins on, from 1. */
      readonly line: number;
      /** Without the space around them; one, which is empty, for a line without text. */
      readonly cells: readonly string[];
      /** The row as it is written. */
      readonly text: string;
    }
  | { readonly line: number; readonly fault: 'too long' | 'open quote' | 'quotes' };

/** What the faults are called, for the list of refused rows. */
export const CSV_FAULTS = {
  'too long': 'the row is too long',
  'open quote': 'a quote is not closed within the length of a row',
  quotes: 'its quotes are not those of CSV: one inside a quoted cell is written twice',
} as const;

export interface CsvOptions {
  /** Most characters of a row. */
  readonly maxLength: number;
  /** What separates cells, where the format says it; else the first line shows it. */
  readonly separator?: string;
  /** Names that columns may have: the separator that shows most of them counts before the one that gives most cells. */
  readonly columns?: readonly string[];
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** What Excel writes as the first line to name the separator. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?\s*$/i;

/**
 * Reads CSV (RFC 4180) as programs write it: with or without quotes and a byte order mark, with the line ends of Windows,
 * Unix or old spreadsheets (a bare CR), and with cells separated by commas, semicolons, tabs or bars. A first line such as `sep=;` names the separator.
 * Without one it is that by which the first line shows most of the columns' names, and among equals most cells. A row
 * that cannot be read is a row with a fault, and spoils none of the others.
 */
export class CsvReader {
  readonly #splitter: RecordSplitter;
  readonly #columns: ReadonlySet<string>;
  #separator: string | null;
  #isBegun = false;

  constructor({ maxLength, separator, columns = [] }: CsvOptions) {
    this.#columns = new Set(columns.map((name) => name.toLowerCase()));
    this.#splitter = new RecordSplitter({ quoted: true, maxLength });
    this.#separator = separator ?? null;
    if (separator !== undefined) this.#splitter.separatedBy(separator);
  }

  /** The rows that are complete with this text, one after the other. */
  *push(text: string): Generator<CsvRow> {
    const plain = this.#isBegun ? text : text.replace(/^\uFEFF/, '');
    if (text !== '') this.#isBegun = true;
    for (const record of this.#splitter.push(plain)) yield* this.#read(record);
  }

  /** The rows left at the end of the text. */
  *end(): Generator<CsvRow> {
    for (const record of this.#splitter.end()) yield* this.#read(record);
  }

  *#read(record: TextRecord): Generator<CsvRow> {
    if ('fault' in record) {
      yield record;
      return;
    }
    const { line, text } = record;
    if (this.#separator === null && text.trim() !== '') {
      const named = SEPARATOR_LINE.exec(text)?.[1];
      this.#separator = named ?? separatorOf(text, this.#columns);
      this.#splitter.separatedBy(this.#separator);
      if (named !== undefined) return;
    }
    const cells = cellsOf(text, this.#separator ?? ',');
    yield cells === null ? { line, fault: 'quotes' } : { line, cells, text };
  }
}

/** The rows of a CSV, those of a chunk at a time. */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions,
): AsyncGenerator<readonly CsvRow[]> {
  const reader = new CsvReader(options);
  for await (const text of decodeText(bytes)) {
    const rows = [...reader.push(text)];
    if (rows.length > 0) yield rows;
  }
  const last = [...reader.end()];
  if (last.length > 0) yield last;
}

/** The separator that shows most of these columns in a line; of several, the one that gives it most cells. */
function separatorOf(line: string, columns: ReadonlySet<string>): string {
  const found = SEPARATORS.map((separator) => {
    const cells = cellsOf(line, separator) ?? [];
    return { separator, cells: cells.length, named: cells.filter((cell) => columns.has(cell.toLowerCase())).length };
  });
  return found.reduce((best, one) =>
    one.named > best.named || (one.named === best.named && one.cells > best.cells) ? one : best,
  ).separator;
}

/** Null where the quotes are none of CSV with this separator. */
function cellsOf(text: string, separator: string): readonly string[] | null {
  // Most rows have no quotes: those are only cut.
  if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
  try {
    const rows: string[][] = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
    });
    return rows.length > 1 ? null : (rows[0] ?? ['']);
  } catch (error) {
    // The parser has no other way to say it.
    if (error instanceof CsvError) return null;
    throw error;
  }
}
