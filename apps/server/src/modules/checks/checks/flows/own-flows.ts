import {
  type AccountStore,
  type Direction,
  type ExposureStore,
  netOf,
  type SubjectFacts,
  type UtxoStore,
} from '@assay/exposure';
import { dayOf } from '../../../chains/index.ts';

/** Base units by day in UTC; days without a transfer are absent. */
export type Flows = ReadonlyMap<string, bigint>;

const PAGE = 1_000;

/**
 * What an address received or sent, by day: every record the walk starts from, so that the sum of the days is the
 * direction's amount.
 */
export async function readFlows(
  store: ExposureStore,
  subject: SubjectFacts,
  direction: Direction,
  signal: AbortSignal,
): Promise<Flows> {
  const flows = new Map<string, bigint>();
  const add = (time: number, amount: bigint) => {
    const day = dayOf(time);
    flows.set(day, (flows.get(day) ?? 0n) + amount);
  };
  if (store.ledger === 'account') await eachTransfer(store, subject, direction, signal, add);
  else await eachNetFlow(store, subject, direction, signal, add);
  return flows;
}

type Add = (time: number, amount: bigint) => void;

async function eachTransfer(
  store: AccountStore,
  { node }: SubjectFacts,
  direction: Direction,
  signal: AbortSignal,
  add: Add,
): Promise<void> {
  let position = direction === 'bwd' ? Number.POSITIVE_INFINITY : 0;
  for (;;) {
    signal.throwIfAborted();
    const [page] = await store.page(direction, [{ node, position }], PAGE);
    for (const { time, amount } of page?.records ?? []) add(time, amount);
    const last = page?.records.at(-1);
    if (page?.more !== true || last === undefined) return;
    // Positions are inclusive: the next page starts one position past the last record.
    position = direction === 'bwd' ? last.position - 1 : last.position + 1;
  }
}

async function eachNetFlow(
  store: UtxoStore,
  { node }: SubjectFacts,
  direction: Direction,
  signal: AbortSignal,
  add: Add,
): Promise<void> {
  for (let after: number | null = null; ; ) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<UtxoStore['transactionsOf']>> = await store.transactionsOf(node, after, PAGE);
    for (const transaction of page.transactions) {
      const net = direction === 'bwd' ? netOf(transaction, node) : -netOf(transaction, node);
      if (net > 0n) add(transaction.time, net);
    }
    const last = page.transactions.at(-1);
    if (!page.more || last === undefined) return;
    after = last.position;
  }
}
