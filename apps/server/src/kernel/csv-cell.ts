/**
 * One cell of CSV (RFC 4180). A spreadsheet runs what begins with = + - @, a tab or a carriage return as a formula
 * (OWASP, CSV injection): an apostrophe before such text makes the spreadsheet treat it as text.
 *
 * @example
 * csvCell('=1+1'); // "'=1+1"
 * csvCell('a,b'); // '"a,b"'
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
