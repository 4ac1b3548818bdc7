import { compareTransactions, type RawTransaction } from './raw-records.ts';

type Positioned = Pick<RawTransaction, 'block' | 'transactionIndex' | 'transactionId'>;

/**
 * Transactions of a UTXO network in the total order of records (docs/method, section 2): by block; inside one, parents
 * before children by the length of the chain of transactions of the block that one depends on, then by index and id.
 * The index alone is not enough: some networks list a block's transactions by their id, and some sources give none.
 *
 * @param transactions each id once, in any order
 * @param parentsOf transactions among those given whose outputs one spends; those of other blocks are passed over
 * @example
 * orderTransactions([child, parent], (one) => (one === child ? [parent] : [])); // [parent, child], whatever their ids
 */
export function orderTransactions<Transaction extends Positioned>(
  transactions: readonly Transaction[],
  parentsOf: (transaction: Transaction) => readonly Transaction[],
): Transaction[] {
  const depths = new Map<Transaction, number>();
  const parentsInBlock = (transaction: Transaction): readonly Transaction[] =>
    parentsOf(transaction).filter((parent) => parent.block === transaction.block && parent !== transaction);
  for (const transaction of transactions) setDepth(transaction, parentsInBlock, depths);
  const depthOf = (transaction: Transaction): number => depths.get(transaction) ?? 0;
  return transactions.toSorted((a, b) => a.block - b.block || depthOf(a) - depthOf(b) || compareTransactions(a, b));
}

/** Without recursion, since chains inside a block can be long; records that spend each other stop at the second visit. */
function setDepth<Transaction>(
  start: Transaction,
  parentsOf: (transaction: Transaction) => readonly Transaction[],
  depths: Map<Transaction, number>,
): void {
  const stack = [start];
  const visited = new Set<Transaction>();
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const parents = parentsOf(top);
    const open = parents.find((parent) => !depths.has(parent) && !visited.has(parent));
    visited.add(top);
    if (open !== undefined) {
      stack.push(open);
      continue;
    }
    depths.set(top, 1 + Math.max(-1, ...parents.map((parent) => depths.get(parent) ?? -1)));
    stack.pop();
  }
}
