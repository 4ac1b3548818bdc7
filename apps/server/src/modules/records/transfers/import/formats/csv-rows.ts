import { CSV_FAULTS, type CsvRow, readCsv, SourceFormatError } from '../../../../../platform/intake/index.ts';
import { assertColumns, type FormatColumns, MAX_ROW_LENGTH, REJECT_TEXT_LENGTH, type Row } from './row.ts';

/**
 * Rows of a CSV with a header, in batches. A row that cannot be read, or has more cells than the header, has a problem.
 *
 * @throws SourceFormatError for a header that is not one of the format's
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  columns: FormatColumns,
): AsyncGenerator<readonly Row[]> {
  let header: readonly string[] | null = null;
  let number = 0;
  for await (const found of readCsv(bytes, { maxLength: MAX_ROW_LENGTH, columns: columns.read })) {
    const rows: Row[] = [];
    for (const row of found) {
      if ('text' in row && row.text.trim() === '') continue;
      if (header === null) {
        header = headerOf(row);
        assertColumns(header, columns);
        continue;
      }
      number += 1;
      rows.push(rowOf(number, header, row));
    }
    yield rows;
  }
}

/** Names of columns. Of two with one name, the second would silently win. */
function headerOf(row: CsvRow): readonly string[] {
  if ('fault' in row) throw new SourceFormatError(`the header: ${CSV_FAULTS[row.fault]}`);
  const names = row.cells;
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new SourceFormatError(`the header names the column "${twice.slice(0, 40)}" twice`);
  }
  return names;
}

function rowOf(number: number, header: readonly string[], row: CsvRow): Row {
  if ('fault' in row) return { number, fields: null, text: '', problem: CSV_FAULTS[row.fault] };
  const { cells } = row;
  const fields: Record<string, string> = {};
  const count = Math.min(header.length, cells.length);
  for (let at = 0; at < count; at += 1) fields[header[at] ?? ''] = cells[at] ?? '';
  const text = row.text.slice(0, REJECT_TEXT_LENGTH);
  // Spreadsheets write empty cells behind the last one; anything else there means that cells have moved.
  const isLonger = cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '');
  return isLonger
    ? { number, fields, text, problem: `${cells.length} cells under ${header.length} columns` }
    : { number, fields, text };
}
