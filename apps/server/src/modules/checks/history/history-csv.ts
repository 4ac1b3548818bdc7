import { nameOfCaller } from '@assay/wording';
import { csvCell } from '../../../platform/kernel/text/csv-cell.ts';
import { checkedNetwork } from '../checks/begin/choose-asset.ts';
import type { HistoryRow } from './history.ports.ts';

const COLUMNS: readonly (readonly [string, (row: HistoryRow) => string])[] = [
  ['id', ({ subId }) => subId],
  ['ticker', ({ ticker }) => ticker],
  ['network', ({ ticker, parent }) => checkedNetwork(ticker, parent)],
  ['asset', ({ name }) => name],
  ['address', ({ address }) => address],
  ['risk_score', ({ riskscore }) => (riskscore === 0 ? 'N/A' : String(riskscore))],
  ['checked_at_utc', ({ createdAt }) => createdAt.toISOString()],
  [
    'payment',
    ({ paymentDirection, isPending }) => `${paymentDirection ?? ''}${isPending === true ? ', not confirmed' : ''}`,
  ],
  ['transaction', ({ transactionId }) => transactionId ?? ''],
  ['checked_by', ({ askedBy }) => (askedBy === null ? '' : nameOfCaller(askedBy))],
];

export const CSV_HEADER = `${COLUMNS.map(([name]) => name).join(',')}\r\n`;

/** Rows of a history as CSV (RFC 4180), every line ended by CRLF. */
export function csvLines(rows: readonly HistoryRow[]): string {
  return rows.map((row) => `${COLUMNS.map(([, read]) => csvCell(read(row))).join(',')}\r\n`).join('');
}
