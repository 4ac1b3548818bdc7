import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { type Line, readLineBatches, SourceFormatError } from '../../intake/index.ts';
import { MAX_ROW_LENGTH, REJECT_TEXT_LENGTH, type Row } from './row.ts';

const QUOTED_ROWS_AT_ONCE = 500;

/**
 * Rows of a CSV with a header, in batches. Lines without quotes are cut at their commas, which is nearly all there is
 * in files of this size; from the first quote on the CSV parser reads, which knows cells that go over several lines.
 */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Row[]> {
  const batches = readLineBatches(bytes, MAX_ROW_LENGTH);
  let header: readonly string[] | null = null;
  let number = 0;
  for await (const lines of batches) {
    const rows: Row[] = [];
    for (const [at, { text, cut }] of lines.entries()) {
      if (text.includes('"')) {
        yield rows;
        yield* quotedRows(lines.slice(at), batches, header, number);
        return;
      }
      if (text.trim() === '') continue;
      const cells = text.split(',');
      if (header === null) {
        header = headerOf(cells);
        continue;
      }
      number += 1;
      rows.push(plainRow(number, text, cut, header, cells));
    }
    yield rows;
  }
}

/** Names of columns. Of two with one name, the second would silently win. */
function headerOf(cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new SourceFormatError(`the header names the column "${twice.slice(0, 40)}" twice`);
  }
  return names;
}

function plainRow(
  number: number,
  line: string,
  isCut: boolean,
  header: readonly string[],
  cells: readonly string[],
): Row {
  const fields: Record<string, string> = {};
  const count = Math.min(header.length, cells.length);
  for (let at = 0; at < count; at += 1) fields[header[at] ?? ''] = (cells[at] ?? '').trim();
  const text = line.slice(0, REJECT_TEXT_LENGTH);
  return isCut ? { number, fields, text, problem: 'the row is too long' } : { number, fields, text };
}

async function* quotedRows(
  first: readonly Line[],
  rest: AsyncIterable<readonly Line[]>,
  header: readonly string[] | null,
  before: number,
): AsyncGenerator<readonly Row[]> {
  const parser = parse({
    columns: header === null ? headerOf : [...header],
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  // A failing source destroys the parser with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(textOf(first, rest)), parser).catch(() => undefined);
  let number = before;
  let rows: Row[] = [];
  try {
    for await (const fields of parser as AsyncIterable<Record<string, string>>) {
      number += 1;
      rows.push({ number, fields, text: Object.values(fields).join(',').slice(0, REJECT_TEXT_LENGTH) });
      if (rows.length < QUOTED_ROWS_AT_ONCE) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  } catch (error) {
    if (error instanceof CsvError) throw new SourceFormatError(`CSV: ${error.message}`, { cause: error });
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
}

async function* textOf(first: readonly Line[], rest: AsyncIterable<readonly Line[]>): AsyncGenerator<string> {
  for (const { text } of first) yield `${text}\n`;
  for await (const lines of rest) for (const { text } of lines) yield `${text}\n`;
}
