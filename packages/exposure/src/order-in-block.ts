import { compareTransactions, type RawTransaction } from './raw-records.ts';

/**
 * Transactions of a UTXO network in the total order of records (docs/method, section 2): by block; inside one, parents
 * before children by how deep a transaction stands on others of its block, then by index and id. The index alone would
 * not do: some networks list a block's transactions by their id, and some sources give no index.
 *
 * @param transactions each id once, in any order
 * @example
 * orderTransactions([child, parent]); // [parent, child], whatever their ids
 */
export function orderTransactions(transactions: readonly RawTransaction[]): readonly RawTransaction[] {
  const byId = new Map(transactions.map((raw) => [raw.transactionId, raw]));
  const depths = new Map<string, number>();
  const parentsOf = (raw: RawTransaction): readonly RawTransaction[] =>
    raw.inputs
      .map((input) => byId.get(input.transactionId))
      .filter((parent) => parent !== undefined)
      .filter((parent) => parent.block === raw.block && parent !== raw);
  for (const raw of transactions) setDepth(raw, parentsOf, depths);
  const depthOf = ({ transactionId }: RawTransaction): number => depths.get(transactionId) ?? 0;
  return transactions.toSorted((a, b) => a.block - b.block || depthOf(a) - depthOf(b) || compareTransactions(a, b));
}

/** Without recursion, since chains inside a block can be long; records that spend each other stop at the second visit. */
function setDepth(
  start: RawTransaction,
  parentsOf: (raw: RawTransaction) => readonly RawTransaction[],
  depths: Map<string, number>,
): void {
  const stack = [start];
  const visited = new Set<string>();
  for (let raw = stack.at(-1); raw !== undefined; raw = stack.at(-1)) {
    const parents = parentsOf(raw);
    const open = parents.find(({ transactionId }) => !depths.has(transactionId) && !visited.has(transactionId));
    visited.add(raw.transactionId);
    if (open !== undefined) {
      stack.push(open);
      continue;
    }
    depths.set(raw.transactionId, 1 + Math.max(-1, ...parents.map((parent) => depths.get(parent.transactionId) ?? -1)));
    stack.pop();
  }
}
