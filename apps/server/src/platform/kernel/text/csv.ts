/** White space includes a byte-order mark, which `\s` covers; what no reader shows is skipped as well. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

/** A text that no spreadsheet runs: an apostrophe before what begins as a formula. */
export function defuseFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * One cell of CSV (RFC 4180). A spreadsheet runs what begins with = + - @, a tab or a carriage return as a formula
 * (OWASP, CSV injection), some also after white space or in full width: an apostrophe before such text makes the
 * spreadsheet treat it as text.
 *
 * @example
 * csvCell('=1+1'); // "'=1+1"
 * csvCell('a,b'); // '"a,b"'
 */
export function csvCell(text: string): string {
  const safe = defuseFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row of CSV, ended by CRLF. */
export function csvRow(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : csvCell(String(cell)))).join(',')}\r\n`;
}

/** The name of each column, and what a row has in it. */
export type CsvColumns<Row> = readonly (readonly [name: string, read: (row: Row) => string])[];

export function csvHeader<Row>(columns: CsvColumns<Row>): string {
  return csvRow(columns.map(([name]) => name));
}

export function csvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return rows.map((row) => csvRow(columns.map(([, read]) => read(row)))).join('');
}

/** A file with a line of names, read page by page. */
export async function* csvFile<Row>(
  columns: CsvColumns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of pages) yield csvRows(columns, rows);
}
