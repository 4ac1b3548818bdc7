import { compareTransfers, type RawTransfer } from '@assay/exposure';

/**
 * What a record is known by within its ledger: the same record from a second file or a second run has the same key.
 * A transaction has one fee and one native move of its own; other parts are told apart by their index, or, where the
 * source gives none, by everything they say.
 */
export function transferKey(transfer: RawTransfer): string {
  const head = `${transfer.transactionId} ${transfer.kind}`;
  if (transfer.kind === 'fee') return head;
  return transfer.index === null
    ? `${head} ${transfer.from} ${transfer.to} ${transfer.amount} ${transfer.ordinal}`
    : `${head} ${transfer.index}`;
}

/**
 * The order of one ledger's records: time first, because every source tells it and block times never fall on an
 * account network, so that files with and without block numbers agree; within a second the canonical order.
 */
export function compareInLedger(a: RawTransfer, b: RawTransfer): number {
  return a.time - b.time || compareTransfers(a, b);
}
