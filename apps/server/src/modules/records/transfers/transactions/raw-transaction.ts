import { FEE_SINK, type RawTransaction, type RawTransfer } from '@assay/exposure';
import { partiesOfCoins, partiesOfTransfers } from './parties-of.ts';
import type { StoredTransaction, TransactionMove } from './stored-transaction.ts';

/**
 * What transfers of one asset in one transaction say of it, which no store numbered: its parties name them by their
 * index among the transfers.
 *
 * @param transfers in the order of records, at least one
 */
export function transactionOfTransfers(transfers: readonly RawTransfer[], isWhole: boolean): StoredTransaction | null {
  const [first] = transfers;
  if (first === undefined) return null;
  const moves = transfers.map(({ from, to, amount, kind }): TransactionMove => ({ from, to, amount, kind }));
  const { transactionId: id, time, block } = first;
  const parties = partiesOfTransfers(moves, (index) => index);
  return { id, time, block: block === 0 ? null : block, isCoinbase: false, isWhole, moves, parties };
}

/** The same of a transaction of coins: its parties name it by 0. */
export function transactionOfCoins(raw: RawTransaction): StoredTransaction {
  const { transactionId: id, time, block, coinbase, inputs, outputs } = raw;
  const known = inputs.flatMap(({ owner, amount }) => (amount === null ? [] : [{ owner, amount }]));
  const isWhole = known.length === inputs.length;
  const sumOf = (coins: readonly { readonly amount: bigint }[]) => coins.reduce((sum, { amount }) => sum + amount, 0n);
  const fee = coinbase || !isWhole ? 0n : sumOf(known) - sumOf(outputs);
  const moves: readonly TransactionMove[] = [
    ...known.map(({ owner, amount }) => ({ from: owner, to: null, amount, kind: 'coin' as const })),
    ...outputs.map(({ owner, amount }) => ({ from: null, to: owner, amount, kind: 'coin' as const })),
    ...(fee > 0n ? [{ from: null, to: FEE_SINK, amount: fee, kind: 'fee' as const }] : []),
  ];
  const parties = partiesOfCoins(moves, 0);
  return { id, time, block: block === 0 ? null : block, isCoinbase: coinbase, isWhole, moves, parties };
}
