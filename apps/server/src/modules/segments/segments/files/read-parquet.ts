import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { withoutDecimals } from '../../../records/transfers/index.ts';
import { type SEGMENT_COLUMNS, type SegmentTable, unitsOf } from './columns.ts';
import type { SegmentFile } from './manifest.ts';

type ColumnName<Table extends SegmentTable> = (typeof SEGMENT_COLUMNS)[Table][number]['name'];

/** Values of some columns of one group of rows; bytes of decimals as they are stored, times in Unix seconds. */
export type GroupValues<Name extends string> = { readonly rows: number } & Readonly<Record<Name, ArrayLike<unknown>>>;

/** A file of a segment is not what was written. */
export class SegmentFileError extends Error {}

/**
 * Groups of rows of a file of segments, in order, of some columns only.
 *
 * @throws SegmentFileError where the file has other rows than its manifest says, or cannot be read
 */
export async function* readGroups<Table extends SegmentTable, const Name extends ColumnName<Table>>(
  folder: string,
  { path: relative, rows: expected }: Pick<SegmentFile, 'path' | 'rows'>,
  _table: Table,
  columns: readonly Name[],
): AsyncGenerator<GroupValues<Name>> {
  const file = path.join(folder, relative);
  const handle = await openSegment(file);
  try {
    const { size } = await handle.stat();
    const buffer: AsyncBuffer = {
      byteLength: size,
      slice: async (start, end = size) => {
        const bytes = new ArrayBuffer(Math.max(0, Math.min(end, size) - start));
        await handle.read(new Uint8Array(bytes), 0, bytes.byteLength, start);
        return bytes;
      },
    };
    const metadata = withoutDecimals(await parquetMetadataAsync(buffer));
    const stated = metadata.row_groups.reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
    if (stated !== expected)
      throw new SegmentFileError(`${file} has ${stated} rows, by its manifest ${expected}. ${VERIFY}`);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rows = Number(group.num_rows);
      const pieces = new Map<string, ArrayLike<unknown>[]>();
      const first = rowStart;
      await parquetRead({
        ...{ file: buffer, metadata, columns: [...columns], rowStart: first, rowEnd: first + rows },
        compressors: { ZSTD: (bytes) => new Uint8Array(zstdDecompressSync(bytes)) },
        parsers: { timestampFromMilliseconds: (millis) => Number(millis) / 1000 },
        onChunk: ({ columnName, columnData }) => {
          pieces.set(columnName, [...(pieces.get(columnName) ?? []), columnData]);
        },
      });
      const values = Object.fromEntries(columns.map((name) => [name, joined(pieces.get(name) ?? [])]));
      yield { rows, ...values } as GroupValues<Name>;
      rowStart += rows;
    }
  } catch (error) {
    if (error instanceof SegmentFileError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SegmentFileError(`Cannot read ${file}: ${why}. ${VERIFY}`, { cause: error });
  } finally {
    await handle.close();
  }
}

const VERIFY = 'Run assay transfers segments verify.';

async function openSegment(file: string): Promise<FileHandle> {
  try {
    return await open(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SegmentFileError(`Cannot open ${file}: ${why}. ${VERIFY}`, { cause: error });
  }
}

/** Ratios and amounts that no record has. */
export function requireRecord(amount: number, ...shares: readonly number[]): void {
  if (amount > 0 && shares.every((share) => share >= 0 && share <= 1)) return;
  throw new SegmentFileError(`A record moves ${amount} units with the ratios ${shares.join(', ')}. ${VERIFY}`);
}

const MOST_UNITS = 2n ** 256n - 1n;

/** An amount that is not small, from its two columns. @throws SegmentFileError for one that no record has */
export function largeUnitsOf(decimal: unknown, digits: unknown): bigint {
  const units = decimal instanceof Uint8Array ? unitsOf(decimal) : wholeNumberIn(String(digits));
  if (units !== null && units > 0n && units <= MOST_UNITS) return units;
  throw new SegmentFileError(`A record moves ${units ?? String(digits)} units. ${VERIFY}`);
}

function wholeNumberIn(digits: string): bigint | null {
  return /^\d{1,100}$/.test(digits) ? BigInt(digits) : null;
}

/** A record names an account that is in no file of accounts. */
export function unnamedAccount(id: number): SegmentFileError {
  return new SegmentFileError(`A record names account ${id}, which is in no file of accounts. ${VERIFY}`);
}

/** An account is in files of accounts more than once. */
export function repeatedAccount(id: number): SegmentFileError {
  return new SegmentFileError(`Account ${id} is in the files of accounts more than once. ${VERIFY}`);
}

function joined(pieces: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : pieces.flatMap((piece) => Array.from(piece));
}
