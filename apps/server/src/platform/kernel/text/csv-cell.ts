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
