import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { type Line, readLines } from '../../../intake/index.ts';
import { MAX_ROW_LENGTH, REJECT_TEXT_LENGTH, type Row } from './row.ts';

/**
 * Rows of a CSV with a header. Lines without quotes are cut at their commas, which is nearly all there is in files of
 * this size; from the first quote on the CSV parser reads, which knows cells that go over several lines.
 */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const lines = readLines(bytes, MAX_ROW_LENGTH);
  let header: readonly string[] | null = null;
  let number = 0;
  for await (const line of lines) {
    const { text } = line;
    if (text.includes('"')) {
      yield* quotedRows(line, lines, header, number);
      return;
    }
    if (text.trim() === '') continue;
    const cells = text.split(',');
    if (header === null) {
      header = cells.map((name) => name.trim());
      continue;
    }
    number += 1;
    const fields: Record<string, string> = {};
    const count = Math.min(header.length, cells.length);
    for (let at = 0; at < count; at += 1) fields[header[at] ?? ''] = (cells[at] ?? '').trim();
    const problem = line.cut ? { problem: 'the row is too long' } : {};
    yield { number, fields, text: text.slice(0, REJECT_TEXT_LENGTH), ...problem };
  }
}

async function* quotedRows(
  first: Line,
  rest: AsyncIterable<Line>,
  header: readonly string[] | null,
  before: number,
): AsyncGenerator<Row> {
  const parser = parse({
    columns: header === null ? (names: string[]) => names.map((name) => name.trim()) : [...header],
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  // A failing source destroys the parser with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(textOf(first, rest)), parser).catch(() => undefined);
  let number = before;
  try {
    for await (const fields of parser as AsyncIterable<Record<string, string>>) {
      number += 1;
      yield { number, fields, text: Object.values(fields).join(',').slice(0, REJECT_TEXT_LENGTH) };
    }
  } finally {
    parser.destroy();
    await feeding;
  }
}

async function* textOf(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<string> {
  yield `${first.text}\n`;
  for await (const { text } of rest) yield `${text}\n`;
}
