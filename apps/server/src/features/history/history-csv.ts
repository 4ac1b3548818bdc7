import type { HistoryRow } from './history.ports.ts';

const COLUMNS: readonly (readonly [string, (row: HistoryRow) => string])[] = [
  ['id', ({ subId }) => subId],
  ['ticker', ({ ticker }) => ticker],
  ['network', ({ parent }) => parent ?? ''],
  ['asset', ({ name }) => name],
  ['address', ({ address }) => address],
  ['risk_score', ({ riskscore }) => (riskscore === 0 ? 'N/A' : String(riskscore))],
  ['checked_at_utc', ({ createdAt }) => createdAt.toISOString()],
];

export const CSV_HEADER = `${COLUMNS.map(([name]) => name).join(',')}\r\n`;

/** Rows of a history as CSV (RFC 4180), every line ended by CRLF. */
export function csvLines(rows: readonly HistoryRow[]): string {
  return rows.map((row) => `${COLUMNS.map(([, read]) => csvCell(read(row))).join(',')}\r\n`).join('');
}

/**
 * One cell. A spreadsheet runs what begins with = + - @, a tab or a carriage return as a formula (OWASP, CSV
 * injection): an apostrophe before such text makes the spreadsheet treat it as text.
 *
 * @example
 * csvCell('=1+1'); // "'=1+1"
 * csvCell('a,b'); // '"a,b"'
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
