import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from '../pool.ts';

type Column = string | number | bigint | null;

const CHUNK_LENGTH = 65_536;

/** Writes rows with COPY, the fastest way into a table; `statement` ends in FROM STDIN. */
export async function copyRows<T>(
  client: PoolClient,
  statement: string,
  items: readonly T[],
  columnsOf: (item: T) => readonly Column[],
): Promise<void> {
  if (items.length === 0) return;
  await pipeline(Readable.from(chunksOf(items, columnsOf)), client.query(copyFrom(statement)));
}

function* chunksOf<T>(items: readonly T[], columnsOf: (item: T) => readonly Column[]): Generator<string> {
  let chunk = '';
  for (const item of items) {
    let separator = '';
    for (const value of columnsOf(item)) {
      chunk += separator + (typeof value === 'string' ? escaped(value) : (value ?? '\\N'));
      separator = '\t';
    }
    chunk += '\n';
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** Text as COPY wants it: its separators and the escape sign escaped. */
function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : text;
}
