import { type AccountGraph, accountGraph, bytesOf, type GraphSize, type Random } from '@assay/testkit';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ColumnSnapshot } from '../src/columns/column-snapshot.ts';
import { ColumnStore } from '../src/columns/column-store.ts';
import type { SecondRecords } from '../src/columns/store-revision.ts';
import { STREAM_KEYS, StreamPass } from '../src/columns/stream-pass.ts';
import { compareTransfers, FEE_SINK, ISSUER, type RawTransfer } from '../src/records/raw-records.ts';
import type { TransferRecord } from '../src/records/record.ts';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';
import type { AccountStore } from '../src/walk/store.ts';
import { throughPages } from './through-pages.ts';

/** Amounts that fit a number, that do and do not, and that fit no 16 bytes. */
const scales = fc.constantFrom(1n, 10_000n, 10n ** 32n);
export const histories = fc.record({
  seed: fc.noShrink(fc.nat()),
  accounts: fc.integer({ min: 3, max: 40 }),
  transfers: fc.integer({ min: 1, max: 300 }),
  scale: scales,
});

export function scaledGraph({ scale, ...size }: GraphSize & { readonly scale: bigint }): AccountGraph {
  const graph = accountGraph(size);
  return {
    ...graph,
    transfers: graph.transfers.map((transfer) => ({ ...transfer, amount: transfer.amount * scale })),
    openings: new Map([...graph.openings].map(([address, balance]) => [address, balance * scale])),
  };
}

export function emptyStore(graph: AccountGraph): ColumnStore {
  const store = new ColumnStore({ network: 'ETH', firstNode: 2 ** 21 + 7, firstPosition: 2 ** 32 + 11 });
  for (const [address, balance] of graph.openings) store.setOpening(address, balance);
  for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
  return store;
}

function relabel(store: ColumnStore, { labels }: AccountGraph): void {
  store.relabel([...labels].map(([address, own]) => [store.accountOf(address), own]));
}

/** What is known so far, said to a store second by second. */
export class Arrivals {
  readonly stored = new Set<RawTransfer>();

  change(arriving: readonly RawTransfer[], leaving: readonly RawTransfer[] = []): SecondRecords[] {
    for (const transfer of leaving) this.stored.delete(transfer);
    for (const transfer of arriving) this.stored.add(transfer);
    const seconds = new Set([...arriving, ...leaving].map(({ time }) => time));
    const known = [...this.stored].sort(compareTransfers);
    return [...seconds].map((time) => ({ time, records: known.filter((transfer) => transfer.time === time) }));
  }
}

async function answer(store: AccountStore, address: string, pages = false): Promise<string> {
  const exposure = pages
    ? await exposureOf(throughPages(store), address, { batchSize: 3, pageLimit: 2 })
    : await exposureOf(store, address);
  if (exposure === null) return 'unknown';
  const { node: _node, ...subject } = exposure.subject;
  return bytesOf({ ...exposure, subject });
}

export function withoutPositions(snapshot: ColumnSnapshot): readonly Omit<TransferRecord, 'position'>[] {
  return Array.from(snapshot.records(), ({ position: _position, ...record }) => record);
}

/** A store answers as the reference store and holds the records, ratios and sums of a store filled in order. */
export async function expectSame(
  store: ColumnStore,
  graph: AccountGraph,
  transfers: readonly RawTransfer[],
): Promise<void> {
  const reference = new MemoryAccountStore({ ...graph, network: 'ETH', derive: false, transfers });
  const inOrder = emptyStore(graph);
  for (let account = 0; account < store.accounts.count; account += 1) {
    inOrder.accountOf(store.addresses.addressOf(account));
  }
  inOrder.append(transfers);
  relabel(store, graph);
  relabel(inOrder, graph);
  const [ours, theirs] = [store.snapshot(), inOrder.snapshot()];
  expect(store.count).toBe(inOrder.count);
  expect(withoutPositions(ours)).toEqual(withoutPositions(theirs));
  const positions = Array.from(ours.records(), ({ position }) => position);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(await ours.transactionIds(positions)).toEqual(
    await theirs.transactionIds(Array.from(theirs.records(), ({ position }) => position)),
  );
  for (const direction of ['bwd', 'fwd'] as const) {
    const sums = [ours, theirs].map((snapshot) => {
      const pass = new StreamPass(snapshot, direction, 0, STREAM_KEYS.length);
      while (pass.run(7));
      return pass.state.sums;
    });
    expect(sums[0]).toEqual(sums[1]);
  }
  for (const address of [...graph.wallets.slice(0, 4), 'nobody', 'issuer', 'fee']) {
    const expected = await answer(reference, address);
    expect(await answer(ours, address)).toBe(expected);
    expect(await answer(ours, address, true)).toBe(expected);
  }
}

export function isNoSink(address: string): boolean {
  return address !== FEE_SINK && address !== ISSUER;
}

/** Everything a store keeps of each account and of each record, its ends first. */
export function linesOf({
  log,
  accounts,
}: ColumnStore): Record<'accounts' | 'records', readonly (readonly number[])[]> {
  return {
    accounts: Array.from({ length: accounts.count }, (_, account) =>
      Array.from({ length: 10 }, (_none, field) => accounts.word(account, field)),
    ),
    records: Array.from({ length: log.count }, (_, index) =>
      Array.from({ length: 16 }, (_none, field) => log.word(index + 1, field)),
    ),
  };
}

/** Mostly in order, a mixture, or quite at random. */
export function inArrivalOrder(random: Random, transfers: readonly RawTransfer[]): RawTransfer[] {
  const jitter = random.pick([0, 20, 1e9]);
  const keyed = transfers.map((transfer) => ({ transfer, key: transfer.block + jitter * random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ transfer }) => transfer);
}
