import { open } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { withoutDecimals } from '../../transfers/index.ts';
import type { SEGMENT_COLUMNS, SegmentTable } from './columns.ts';

type ColumnName<Table extends SegmentTable> = (typeof SEGMENT_COLUMNS)[Table][number]['name'];

/** Values of some columns of one group of rows; bytes of decimals as they are stored, times in Unix seconds. */
export type GroupValues<Name extends string> = { readonly rows: number } & Readonly<Record<Name, ArrayLike<unknown>>>;

/** A file of a segment is not what was written. */
export class SegmentFileError extends Error {}

/** Groups of rows of a file of segments, in order, of some columns only. */
export async function* readGroups<Table extends SegmentTable, const Name extends ColumnName<Table>>(
  file: string,
  _table: Table,
  columns: readonly Name[],
): AsyncGenerator<GroupValues<Name>> {
  const handle = await open(file);
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
    throw new SegmentFileError(`Cannot read ${file}: ${why}. Run assay transfers segments verify.`, { cause: error });
  } finally {
    await handle.close();
  }
}

function joined(pieces: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : pieces.flatMap((piece) => Array.from(piece));
}
