import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { peekText, readLines } from '../../../intake/index.ts';
import type { StagedItem } from './staged-item.ts';

/** One row of a file: its fields by name, and its text for the list of rejected rows. */
export interface Row {
  /** From 1, the header of a CSV not counted. */
  readonly number: number;
  /** Null where the row cannot be read as what the file otherwise is. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly text: string;
  /** What the row comes to, from a reader that maps its rows itself. */
  readonly items?: readonly StagedItem[];
  /** Why the reader cannot take the row. */
  readonly problem?: string;
}

/** Longest row, in characters. A coin transaction with thousands of inputs is long; what is longer is no row. */
const MAX_ROW_LENGTH = 50_000_000;
export const REJECT_TEXT_LENGTH = 500;

/** Rows of a CSV or JSON Lines source; which it is, its first character tells. */
export async function* readRows(source: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const { start, bytes } = await peekText(source, (text) => text !== '');
  yield* start.startsWith('{') ? jsonRows(bytes) : csvRows(bytes);
}

async function* jsonRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let number = 0;
  for await (const { text, cut } of readLines(bytes, MAX_ROW_LENGTH)) {
    if (text.trim() === '') continue;
    number += 1;
    yield { number, fields: cut ? null : parseObject(text), text: text.slice(0, REJECT_TEXT_LENGTH) };
  }
}

async function* csvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim()),
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  // A failing source destroys the parser with its error, so the loop below throws it.
  const feeding = pipeline(Readable.from(bytes, { objectMode: false }), parser).catch(() => undefined);
  let number = 0;
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

/** An object from one line of JSON; integers too long for a number are kept as their digits. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = /[:[,]\s*-?\d{16,}/.test(line) ? JSON.parse(line, keepDigits) : JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function keepDigits(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
}
