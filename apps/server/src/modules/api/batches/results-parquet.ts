import type { BatchResultV1 } from '@assay/contracts/v1';
import type { ByteWriter } from 'hyparquet-writer';
import { type Cell, type ResultColumn, resultColumns } from './result-columns.ts';

/** Rows of one group of the file: what is held in memory, and written without letting others have their turn. */
const GROUP_ROWS = 2_500;

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const;

/** Results as Parquet, written group by group. */
export async function* parquetOf(
  pages: AsyncIterable<readonly BatchResultV1[]>,
  others: readonly string[],
): AsyncGenerator<Uint8Array> {
  // Loaded by the first file: no start waits for it.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const columns = resultColumns(others);
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'results', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, ...TYPES[type], repetition_type: 'OPTIONAL' as const })),
    ],
  });
  let group: BatchResultV1[] = [];
  for await (const page of pages) {
    group.push(...page);
    if (group.length < GROUP_ROWS) continue;
    await file.write({ columnData: dataOf(columns, group), rowGroupSize: GROUP_ROWS * 2 });
    yield taken(writer);
    group = [];
  }
  if (group.length > 0) await file.write({ columnData: dataOf(columns, group), rowGroupSize: GROUP_ROWS * 2 });
  await file.finish();
  yield taken(writer);
}

function dataOf(columns: readonly ResultColumn[], group: readonly BatchResultV1[]): { name: string; data: Cell[] }[] {
  return columns.map(({ name, read }) => ({ name, data: group.map(read) }));
}

/** The bytes so far. The writer goes on with an empty buffer and keeps its offset in the file. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
