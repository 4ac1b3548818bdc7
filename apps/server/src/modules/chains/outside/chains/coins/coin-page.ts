import type { CoinsAsk, CoinTransaction } from '../../../sources/sources.ports.ts';

/** Newest first and without duplicates, whatever the order of the input. */
export function orderPage(transactions: readonly CoinTransaction[]): readonly CoinTransaction[] {
  const byId = new Map(transactions.map((one) => [one.transaction.transactionId, one]));
  return [...byId.values()].toSorted((a, b) => b.transaction.block - a.transaction.block);
}

/** The transactions between the requested heights; for providers that cannot filter. */
export function withinHeights(
  { since, until }: Pick<CoinsAsk, 'since' | 'until'>,
  transactions: readonly CoinTransaction[],
): readonly CoinTransaction[] {
  return transactions.filter(
    ({ transaction: { block } }) => (since === null || block >= since) && (until === null || block <= until),
  );
}
