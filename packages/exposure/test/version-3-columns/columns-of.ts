import type { Label } from '../../src/labels/label.ts';
import type { Position } from '../../src/records/record.ts';
import { FlowColumns } from '../../src/version-3/columns/flow-columns.ts';
import type { FlowRow, FlowSecond, PartRecord } from '../../src/version-3/columns/flow-row.ts';
import { positionAt } from '../../src/version-3/columns/line.ts';

import type { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import { ACCOUNTS, type RandomHistory } from '../version-3/histories.ts';

/** The position that a table of flows has for one of the reference: by second, and the place within it. */
export type PositionOf = (position: Position) => Position;

/** Flows of the reference as rows of a table, by second; ends are numbers of accounts of the store. */
export interface RowsOf {
  readonly seconds: readonly FlowSecond[];
  readonly positionOf: PositionOf;
}

export async function rowsOf(memory: MemoryFlows, store: FlowColumns): Promise<RowsOf> {
  const { flows } = memory;
  const bases = new Map<number, Position>();
  const times = new Map<Position, number>();
  for (const { time, transaction, position } of flows) {
    if (!bases.has(time)) bases.set(time, transaction);
    times.set(position, time).set(transaction, time);
  }
  const positionOf: PositionOf = (position) => {
    const time = times.get(position) ?? 0;
    return positionAt(time, position - (bases.get(time) ?? 0));
  };
  const nodes = [...new Set(flows.flatMap(({ from, to }) => [from, to]))];
  const pools = new Map<number, Position>();
  for (const { from, to, position } of flows) {
    for (const node of [from, to]) if (!pools.has(node)) pools.set(node, positionOf(position));
  }
  const numbers = new Map(
    nodes.map((node) => {
      const { address } = memory.partyOf(node);
      const number = address === null ? store.poolAt(pools.get(node) ?? 0) : numberOf(store, address);
      return [node, number];
    }),
  );
  const ids = await memory.transactionIds(flows.map(({ position }) => position));
  const rows = flows.map(
    (flow, index): FlowRow => ({
      ...flow,
      position: positionOf(flow.position),
      transaction: positionOf(flow.transaction),
      from: numbers.get(flow.from) ?? 0,
      to: numbers.get(flow.to) ?? 0,
      transactionId: ids[index] ?? '',
    }),
  );
  const marked = [...new Set(flows.flatMap(({ part }) => (part === null ? [] : [part])))];
  const found = await memory.parts(marked);
  const recordsOf = (index: number): readonly PartRecord[] =>
    (found[index]?.part.moved ?? []).map(({ from, to, amount }) => ({
      from: numberOf(store, memory.partyOf(from).address ?? ''),
      to: numberOf(store, memory.partyOf(to).address ?? ''),
      amount,
    }));
  const parts = new Map(marked.map((part, index) => [part, recordsOf(index)]));
  const seconds = [...Map.groupBy(rows, ({ time }) => time)].map(([time, own]): FlowSecond => {
    const named = new Set(own.map(({ part }) => part));
    return { time, flows: own, parts: new Map([...parts].filter(([part]) => named.has(part))) };
  });
  return { seconds, positionOf };
}

/** Facts and labels of all accounts of a history, as the reference knows them. */
export async function describeAll(store: FlowColumns, memory: MemoryFlows, history: RandomHistory): Promise<void> {
  const labels: (readonly [number, readonly Label[]])[] = [];
  for (const address of ACCOUNTS) {
    const subject = await memory.subject(address);
    const account = numberOf(store, address);
    store.describe(account, {
      opening: history.openings.get(address) ?? null,
      isSample: history.samples.has(address),
      differsFromStated: subject?.differsFromStated ?? false,
      firstTime: subject?.firstTime ?? null,
      lastTime: subject?.lastTime ?? null,
    });
    labels.push([account, history.labels.get(address) ?? []]);
  }
  store.relabel(labels);
}

/** Flows in columns of a history, appended in order in so many batches. */
export async function columnsOf(
  memory: MemoryFlows,
  history: RandomHistory,
  options: { readonly firstNode?: number } = {},
): Promise<{ readonly store: FlowColumns; readonly positionOf: PositionOf }> {
  const store = new FlowColumns({ network: 'ETH', ...options });
  const { seconds, positionOf } = await rowsOf(memory, store);
  for (const { flows, parts } of seconds) store.append(flows, parts);
  await describeAll(store, memory, history);
  return { store, positionOf };
}

const numberOf = (store: FlowColumns, address: string): number => store.accountsOf([address])[0] ?? 0;
