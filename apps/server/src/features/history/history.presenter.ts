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
    ...(row.transactionId === null || row.paymentDirection === null
      ? {}
      : { payment: { transaction_id: row.transactionId, direction: row.paymentDirection } }),
    ...(row.afterDispute === null ? {} : { after_dispute: row.afterDispute }),
  };
}
