import { nameOfCaller } from '@assay/wording';
import type { CsvColumns } from '../../../platform/kernel/text/csv.ts';
import { checkedNetwork } from '../checks/begin/choose-asset.ts';
import type { HistoryRow } from './history.ports.ts';

/** A history as CSV. */
export const HISTORY_COLUMNS: CsvColumns<HistoryRow> = [
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
