import { csvCell } from '../../kernel/csv-cell.ts';
import type { HistoryRow } from './history.ports.ts';

const COLUMNS: readonly (readonly [string, (row: HistoryRow) => string])[] = [
  ['id', ({ subId }) => subId],
  ['ticker', ({ ticker }) => ticker],
  ['network', ({ parent }) => parent ?? ''],
  ['asset', ({ name }) => name],
  ['address', ({ address }) => address],
  ['risk_score', ({ riskscore }) => (riskscore === 0 ? 'N/A' : String(riskscore))],
  ['checked_at_utc', ({ createdAt }) => createdAt.toISOString()],
  [
    'payment',
    ({ paymentDirection, isPending }) => `${paymentDirection ?? ''}${isPending === true ? ', not confirmed' : ''}`,
  ],
  ['transaction', ({ transactionId }) => transactionId ?? ''],
];

export const CSV_HEADER = `${COLUMNS.map(([name]) => name).join(',')}\r\n`;

/** Rows of a history as CSV (RFC 4180), every line ended by CRLF. */
export function csvLines(rows: readonly HistoryRow[]): string {
  return rows.map((row) => `${COLUMNS.map(([, read]) => csvCell(read(row))).join(',')}\r\n`).join('');
}
