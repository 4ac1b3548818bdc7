type Cell = string | number;

/**
 * Flat records as CSV (RFC 4180, every line ended by CRLF); their keys are the columns, in the order they first appear
 * (row SURV-15).
 *
 * @example
 * recordsCsv([{ id: 1, comment: 'a,b' }]); // 'id,comment\r\n1,"a,b"\r\n'
 */
export function recordsCsv(records: readonly Readonly<Record<string, Cell>>[]): string {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [columns, ...records.map((record) => columns.map((column) => record[column] ?? ''))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet runs what begins with = + - @, a tab or a line end as a formula (OWASP, CSV injection), in its
 * full-width forms too: such text gets an apostrophe before it. Numbers are numbers.
 */
function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
