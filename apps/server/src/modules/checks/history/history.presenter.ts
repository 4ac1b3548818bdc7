import type { HistoryItem } from '@assay/contracts';
import type { HistoryRow } from './history.ports.ts';

export function presentItem(row: HistoryRow): HistoryItem {
  return {
    sub_id: row.subId,
    ticker: row.ticker,
    parent: row.parent,
    subticker: row.subticker,
    name: row.name,
    address: row.address,
    riskscore: row.riskscore,
    created_at: row.createdAt.toISOString(),
    ...(row.askedBy === null ? {} : { asked_by: row.askedBy }),
    ...(row.transactionId === null || row.paymentDirection === null
      ? {}
      : { payment: paymentOf(row.transactionId, row.paymentDirection, row.isPending === true) }),
    ...(row.afterDispute === null ? {} : { after_dispute: row.afterDispute }),
  };
}

function paymentOf(
  transactionId: string,
  direction: 'deposit' | 'withdrawal',
  isPending: boolean,
): HistoryItem['payment'] {
  const name = { transaction_id: transactionId, direction };
  return isPending ? { ...name, is_pending: true } : name;
}
