import { open } from 'node:fs/promises';
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { SourceError } from '../../../../../platform/intake/index.ts';
import { reasonOf } from '../../../../../platform/kernel/text/message-of.ts';
import { type ReadValue, valueReaders, withoutDecimals } from './parquet-values.ts';
import { assertColumns, type FormatColumns, REJECT_TEXT_LENGTH, type Row } from './row.ts';

/** Unpacked bytes of the columns read that are decoded at a time, and never more rows than this. */
const BYTES_PER_READ = 32_000_000;
const ROWS_PER_READ = 50_000;

/** What dates come as: Unix seconds, which every mapper reads. */
const PARSERS = {
  timestampFromMilliseconds: (value: bigint): number => Number(value / 1000n),
  timestampFromMicroseconds: (value: bigint): number => Number(value / 1_000_000n),
  timestampFromNanoseconds: (value: bigint): number => Number(value / 1_000_000_000n),
  dateFromDays: (days: number): number => days * 86_400,
  jsonFromBytes: (bytes: Uint8Array | undefined): string | undefined =>
    bytes === undefined ? undefined : new TextDecoder().decode(bytes),
};

/**
 * Rows of a Parquet file in batches: row group by row group, and in parts where a group is large, of the named columns only. The
 * numbers of rows are those of the file; rows up to `after` are passed over unread where the format allows.
 *
 * @throws SourceError for a file that is no Parquet, is cut short or is packed in an unknown way
 */
export async function* parquetRows(
  path: string,
  name: string,
  columns: FormatColumns,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  // Loaded here: the server imports the import of records and reads no Parquet at its start.
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const file: AsyncBuffer = {
      byteLength: size,
      slice: async (start, end = size) => {
        const buffer = new ArrayBuffer(Math.max(0, Math.min(end, size) - start));
        await handle.read(new Uint8Array(buffer), 0, buffer.byteLength, start);
        return buffer;
      },
    };
    const read = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        throw new SourceError(`Cannot read ${name} as Parquet: ${reasonOf(error)}`, { cause: error });
      }
    };
    const metadata = await read(parquetMetadataAsync(file));
    const readers = valueReaders(parquetSchema(metadata));
    assertColumns([...readers.keys()], columns);
    const wanted = columns.read.filter((column) => readers.has(column));
    const plain = withoutDecimals(metadata);
    let number = 0;
    for (const part of partsOf(plain, new Set(wanted))) {
      signal.throwIfAborted();
      const objects = await read(
        parquetReadObjects({
          file,
          metadata: plain,
          columns: wanted,
          compressors,
          parsers: PARSERS,
          utf8: false,
          ...part,
        }),
      );
      const before = number;
      yield objects.map((object, at) => rowOf(before + at + 1, object, readers));
      number += objects.length;
    }
  } finally {
    await handle.close();
  }
}

function* partsOf(
  metadata: FileMetaData,
  columns: ReadonlySet<string>,
): Generator<{ readonly rowStart: number; readonly rowEnd: number; readonly useOffsetIndex: boolean }> {
  let start = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    let bytes = 0;
    for (const { meta_data: column } of group.columns) {
      if (column !== undefined && columns.has(column.path_in_schema[0] ?? ''))
        bytes += Number(column.total_uncompressed_size);
    }
    const parts = Math.max(1, Math.ceil(bytes / BYTES_PER_READ), Math.ceil(rows / ROWS_PER_READ));
    const size = Math.ceil(rows / parts);
    for (let from = 0; from < rows; from += size) {
      yield { rowStart: start + from, rowEnd: start + Math.min(rows, from + size), useOffsetIndex: parts > 1 };
    }
    start += rows;
  }
}

function rowOf(
  number: number,
  object: Readonly<Record<string, unknown>>,
  readers: ReadonlyMap<string, ReadValue>,
): Row {
  const fields: Record<string, unknown> = {};
  for (const name in object) fields[name] = readers.get(name)?.(object[name]) ?? '';
  return {
    number,
    fields,
    get text() {
      return JSON.stringify(fields).slice(0, REJECT_TEXT_LENGTH);
    },
  };
}
