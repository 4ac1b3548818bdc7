import type { Direction, NodeId } from '../src/records/record.ts';
import { netOf } from '../src/records/utxo-flows.ts';
import type { AccountStore, ExposureStore, UtxoStore } from '../src/walk/store.ts';

const PAGE = 500;

/**
 * All payments of an address in one direction: of each, what a walk from it alone starts at (`WalkOptions.only`). A
 * payment is all that one transaction moved between the address and others in that direction (docs/method/transactions).
 * Reads the whole history of the address.
 *
 * @example
 * for (const only of await paymentsOf(store, subject.node, 'bwd')) await walk(store, subject, 'bwd', { only });
 */
export async function paymentsOf(
  store: ExposureStore,
  node: NodeId,
  direction: Direction,
): Promise<readonly (readonly number[])[]> {
  return store.ledger === 'account' ? accountPayments(store, node, direction) : coinPayments(store, node, direction);
}

async function accountPayments(
  store: AccountStore,
  node: NodeId,
  direction: Direction,
): Promise<readonly (readonly number[])[]> {
  const payments = new Map<string, number[]>();
  let position = direction === 'bwd' ? Number.POSITIVE_INFINITY : 0;
  for (;;) {
    const [page] = await store.page(direction, [{ node, position }], PAGE);
    const positions = page?.records.map((record) => record.position) ?? [];
    const ids = await store.transactionIds(positions);
    for (const [index, at] of positions.entries()) {
      const id = ids[index] ?? '';
      const payment = payments.get(id);
      if (payment === undefined) payments.set(id, [at]);
      else payment.push(at);
    }
    const last = positions.at(-1);
    if (page?.more !== true || last === undefined) return [...payments.values()];
    position = direction === 'bwd' ? last - 1 : last + 1;
  }
}

async function coinPayments(
  store: UtxoStore,
  node: NodeId,
  direction: Direction,
): Promise<readonly (readonly number[])[]> {
  const payments: number[][] = [];
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<UtxoStore['transactionsOf']>> = await store.transactionsOf(node, after, PAGE);
    for (const transaction of page.transactions) {
      const net = netOf(transaction, node);
      if (direction === 'bwd' ? net > 0n : net < 0n) payments.push([transaction.node]);
    }
    const last = page.transactions.at(-1);
    if (!page.more || last === undefined) return payments;
    after = last.position;
  }
}
