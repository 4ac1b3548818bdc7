import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isUrl, openSource, peekBytes, SourceFormatError } from '../../../../../platform/intake/index.ts';
import { parquetRows } from './parquet-rows.ts';
import { readRows } from './read-rows.ts';
import type { FormatColumns, Row } from './row.ts';
import type { SourceFile } from './source-files.ts';

const PARQUET_MAGIC = 'PAR1';

/**
 * Rows of a source, in batches: CSV, JSON Lines or Parquet, which its first bytes show. Parquet is read from its end,
 * so a Parquet source that is a URL or gzipped is written to a temporary file for as long as it is read.
 *
 * @throws SourceError
 */
export async function* openRows(
  { location, name }: SourceFile,
  columns: FormatColumns,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const source = await openSource(location, { signal });
  const { head, bytes } = await peekBytes(source.bytes, (sofar) => sofar.length >= PARQUET_MAGIC.length);
  if (!isParquet(head)) {
    yield* naming(name, readRows(bytes, columns));
    return;
  }
  if (!isUrl(location) && (await startsAsParquet(location))) {
    await bytes[Symbol.asyncIterator]().return?.();
    yield* naming(name, parquetRows(location, name, columns, signal));
    return;
  }
  const dir = await mkdtemp(path.join(tmpdir(), 'assay-parquet-'));
  try {
    const copy = path.join(dir, 'source.parquet');
    await pipeline(bytes, createWriteStream(copy), { signal });
    yield* naming(name, parquetRows(copy, name, columns, signal));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Says which file of several is at fault. */
async function* naming<T>(name: string, rows: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* rows;
  } catch (error) {
    if (error instanceof SourceFormatError) {
      throw new SourceFormatError(`${name}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function isParquet(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, PARQUET_MAGIC.length)).toString('latin1') === PARQUET_MAGIC;
}

async function startsAsParquet(location: string): Promise<boolean> {
  const handle = await open(location);
  try {
    const head = new Uint8Array(PARQUET_MAGIC.length);
    await handle.read(head, 0, head.length, 0);
    return isParquet(head);
  } finally {
    await handle.close();
  }
}
