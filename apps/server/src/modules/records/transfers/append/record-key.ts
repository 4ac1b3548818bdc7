import { compareTransfers, type RawTransfer } from '@assay/exposure';

/**
 * Identifies a record within its transfer ledger: the same record from a second file or a second run has the same key.
 * A transaction has one fee and one native transfer of its own; other parts are distinguished by their index, or, where
 * the source gives none, by all their fields.
 */
export function transferKey(transfer: RawTransfer): string {
  const head = `${transfer.transactionId} ${transfer.kind}`;
  if (transfer.kind === 'fee') return head;
  return transfer.index === null
    ? `${head} ${transfer.from} ${transfer.to} ${transfer.amount} ${transfer.ordinal}`
    : `${head} ${transfer.index}`;
}

/**
 * The order of the records of one transfer ledger. Time comes first, because every source gives it and block times
 * never decrease on an account network, so that files with and without block numbers agree. Within a second the order
 * is the canonical one.
 */
export function compareInLedger(a: RawTransfer, b: RawTransfer): number {
  return a.time - b.time || compareTransfers(a, b);
}
