import type { BatchResultV1 } from '@assay/contracts/v1';
import { csvCell } from '../../../platform/kernel/csv-cell.ts';
import { resultColumns } from './result-columns.ts';

/** Results as CSV (RFC 4180). Text that a spreadsheet would run as a formula has an apostrophe before it. */
export async function* csvOf(
  pages: AsyncIterable<readonly BatchResultV1[]>,
  others: readonly string[],
): AsyncGenerator<string> {
  const columns = resultColumns(others);
  yield lineOf(columns.map(({ name }) => name));
  for await (const page of pages) {
    yield page.map((row) => lineOf(columns.map(({ read }) => read(row)))).join('');
  }
}

function lineOf(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : csvCell(String(cell)))).join(',')}\r\n`;
}
