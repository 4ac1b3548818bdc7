import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

/** One row of a file: its fields by name, and its text for the list of rejected rows. */
export interface Row {
  /** From 1, the header of a CSV not counted. */
  readonly number: number;
  /** Null where the row cannot be read as what the file otherwise is. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly text: string;
}

const GZIP_MAGIC = [0x1f, 0x8b] as const;
const REJECT_TEXT_LENGTH = 500;

/** Rows of a CSV or JSON Lines file, gzipped or not; which it is, the first bytes tell. */
export async function* readRows(path: string): AsyncGenerator<Row> {
  const source = await openText(path);
  const first = await firstCharacter(path);
  try {
    yield* first === '{' ? jsonRows(source) : csvRows(source);
  } finally {
    source.destroy();
  }
}

async function openText(path: string): Promise<Readable> {
  const raw = createReadStream(path);
  if (!(await isGzip(path))) return raw;
  const text = createGunzip();
  // A broken file or archive must end the reader of the text, not the process.
  raw.on('error', (error) => text.destroy(error));
  return raw.pipe(text);
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === GZIP_MAGIC[0] && buffer[1] === GZIP_MAGIC[1];
  } finally {
    await file.close();
  }
}

async function firstCharacter(path: string): Promise<string> {
  const source = await openText(path);
  try {
    for await (const chunk of source) {
      const text = String(chunk)
        .replace(/^\uFEFF/, '')
        .trimStart();
      if (text !== '') return text.slice(0, 1);
    }
    return '';
  } finally {
    source.destroy();
  }
}

async function* jsonRows(source: Readable): AsyncGenerator<Row> {
  let number = 0;
  for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    number += 1;
    yield { number, fields: parseObject(line), text: line.slice(0, REJECT_TEXT_LENGTH) };
  }
}

async function* csvRows(source: Readable): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim()),
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  for await (const fields of parser as AsyncIterable<Record<string, string>>) {
    number += 1;
    yield { number, fields, text: Object.values(fields).join(',').slice(0, REJECT_TEXT_LENGTH) };
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
