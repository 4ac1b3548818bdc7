import { type AccountGraph, accountGraph, bytesOf, type GraphSize, Random } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exposureOf } from '../exposure-of.ts';
import { MemoryAccountStore } from '../memory-accounts.ts';
import { compareTransfers, FEE_SINK, ISSUER, isRecord, type RawTransfer } from '../raw-records.ts';
import type { TransferRecord } from '../record.ts';
import type { AccountStore } from '../store.ts';
import { columnBytes, readColumnBytes } from './column-bytes.ts';
import type { ColumnSnapshot } from './column-snapshot.ts';
import { ColumnStore, type SecondRecords } from './column-store.ts';
import { LatePlaces, NoPlaceLeftError, PLACES_BETWEEN } from './late-places.ts';
import { STREAM_KEYS, StreamPass } from './stream-pass.ts';

/** Amounts that fit a number, that do and do not, and that fit no 16 bytes. */
const scales = fc.constantFrom(1n, 10_000n, 10n ** 32n);
const histories = fc.record({
  seed: fc.noShrink(fc.nat()),
  accounts: fc.integer({ min: 3, max: 40 }),
  transfers: fc.integer({ min: 1, max: 300 }),
  scale: scales,
});

function scaledGraph({ scale, ...size }: GraphSize & { readonly scale: bigint }): AccountGraph {
  const graph = accountGraph(size);
  return {
    ...graph,
    transfers: graph.transfers.map((transfer) => ({ ...transfer, amount: transfer.amount * scale })),
    openings: new Map([...graph.openings].map(([address, balance]) => [address, balance * scale])),
  };
}

function emptyStore(graph: AccountGraph): ColumnStore {
  const store = new ColumnStore({ network: 'ETH', firstNode: 2 ** 21 + 7, firstPosition: 2 ** 32 + 11 });
  for (const [address, balance] of graph.openings) store.setOpening(address, balance);
  for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
  return store;
}

function relabel(store: ColumnStore, { labels }: AccountGraph): void {
  store.relabel([...labels].map(([address, own]) => [store.accountOf(address), own]));
}

/** What is known so far, said to a store second by second. */
class Arrivals {
  readonly held = new Set<RawTransfer>();

  change(arriving: readonly RawTransfer[], leaving: readonly RawTransfer[] = []): SecondRecords[] {
    for (const transfer of leaving) this.held.delete(transfer);
    for (const transfer of arriving) this.held.add(transfer);
    const seconds = new Set([...arriving, ...leaving].map(({ time }) => time));
    const known = [...this.held].sort(compareTransfers);
    return [...seconds].map((time) => ({ time, records: known.filter((transfer) => transfer.time === time) }));
  }
}

/** The same answers through pages alone: the walk of every other store. */
function throughPages(store: AccountStore): AccountStore {
  return {
    ledger: 'account',
    network: store.network,
    subject: (address) => store.subject(address),
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
    page: (direction, asks, limit) => store.page(direction, asks, limit),
  };
}

async function answer(store: AccountStore, address: string, pages = false): Promise<string> {
  const exposure = pages
    ? await exposureOf(throughPages(store), address, { batchSize: 3, pageLimit: 2 })
    : await exposureOf(store, address);
  if (exposure === null) return 'unknown';
  const { node: _node, ...subject } = exposure.subject;
  return bytesOf({ ...exposure, subject });
}

function withoutPlaces(snapshot: ColumnSnapshot): readonly Omit<TransferRecord, 'position'>[] {
  return Array.from(snapshot.records(), ({ position: _position, ...record }) => record);
}

/** A store answers as the reference store and holds the records, ratios and sums of a store filled in order. */
async function expectSame(store: ColumnStore, graph: AccountGraph, transfers: readonly RawTransfer[]): Promise<void> {
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
  expect(withoutPlaces(ours)).toEqual(withoutPlaces(theirs));
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

function isNoSink(address: string): boolean {
  return address !== FEE_SINK && address !== ISSUER;
}

/** Everything a store keeps of each account and of each record, its ends first. */
function linesOf({ log, accounts }: ColumnStore): Record<'accounts' | 'records', readonly (readonly number[])[]> {
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
function inArrivalOrder(random: Random, transfers: readonly RawTransfer[]): RawTransfer[] {
  const jitter = random.pick([0, 20, 1e9]);
  const keyed = transfers.map((transfer) => ({ transfer, key: transfer.block + jitter * random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ transfer }) => transfer);
}

describe('late records in a column store', { timeout: 120_000 }, () => {
  it('end in the bytes of a store filled in order, in whatever order they come and whatever is taken back between', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const graph = scaledGraph(history);
        const random = new Random(history.seed);
        const transfers = graph.transfers.filter(isRecord);
        const store = emptyStore(graph);
        const arrivals = new Arrivals();
        const left = inArrivalOrder(random, transfers);
        while (left.length > 0) {
          store.rewrite(arrivals.change(left.splice(0, 1 + random.below(60, 2))));
          if (random.chance(0.3)) {
            const leaving = random.shuffle([...arrivals.held]).slice(0, random.below(20, 2));
            left.push(...leaving);
            store.rewrite(arrivals.change([], leaving));
          }
          if (random.chance(0.2)) {
            const block = random.below(75);
            const undone = [...arrivals.held].filter((transfer) => transfer.block >= block);
            for (const transfer of undone) arrivals.held.delete(transfer);
            left.push(...undone);
            expect(store.undoFrom(block)).toBe(undone.length);
          }
          if (random.chance(0.1)) await expectSame(store, graph, [...arrivals.held]);
        }
        expect(arrivals.held.size).toBe(transfers.length);
        await expectSame(store, graph, graph.transfers);
      }),
      { numRuns: 80 },
    );
  });

  it('derive anew the accounts they touch, and write to no line of any other', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const graph = scaledGraph(history);
        const random = new Random(history.seed + 1);
        const transfers = graph.transfers.filter(isRecord).sort(compareTransfers);
        const late = new Set(transfers.slice(0, -1).filter(() => random.chance(0.03)));
        const store = emptyStore(graph);
        const arrivals = new Arrivals();
        store.rewrite(arrivals.change(transfers.filter((transfer) => !late.has(transfer))));
        const ends = new Set([...late].flatMap(({ from, to }) => [from, to]));
        for (const address of ends) store.accountOf(address);
        const before = linesOf(store);
        const revised = store.rewrite(arrivals.change([...late]));
        expect(revised).toEqual({ added: late.size, removed: 0, accounts: [...ends].filter(isNoSink).length });
        const after = linesOf(store);
        const touched = new Set([...ends].map((address) => store.accountOf(address)));
        for (const [account, line] of before.accounts.entries()) {
          if (!touched.has(account)) expect(after.accounts[account]).toEqual(line);
        }
        for (const [index, line] of before.records.entries()) {
          const [from = 0, to = 0] = line;
          if (!touched.has(from) && !touched.has(to)) expect(after.records[index]).toEqual(line);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leave what stands before them as it is', () => {
    const graph = accountGraph({ seed: 7, accounts: 12, transfers: 300 });
    const transfers = graph.transfers.filter(isRecord).sort(compareTransfers);
    const late = transfers[200];
    if (late === undefined) throw new Error('the graph is too small');
    const store = emptyStore(graph);
    const arrivals = new Arrivals();
    store.rewrite(arrivals.change(transfers.filter((transfer) => transfer !== late)));
    const ratios = withoutPlaces(store.snapshot());
    const written: number[] = [];
    const setDouble = store.log.setDouble.bind(store.log);
    store.log.setDouble = (record, field, value) => {
      written.push(record);
      setDouble(record, field, value);
    };
    store.rewrite(arrivals.change([late]));
    expect(written.length).toBeGreaterThan(10);
    expect(Math.min(...written)).toBeGreaterThan(200);
    expect(withoutPlaces(store.snapshot()).slice(0, 200)).toEqual(ratios.slice(0, 200));
  });

  it('come back from bytes with the store, and go on', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (history, at) => {
        const graph = scaledGraph(history);
        const random = new Random(history.seed);
        const left = random.shuffle(graph.transfers.filter(isRecord));
        const arrivals = new Arrivals();
        const written = emptyStore(graph);
        for (const part of [left.splice(0, at % left.length), left.splice(0, 20)]) {
          written.rewrite(arrivals.change(part));
          written.rewrite(arrivals.change([], part.splice(0, 3)));
        }
        const pieces = [...columnBytes(written.parts())].map((piece) => Uint8Array.from(piece));
        const store = ColumnStore.from(
          await readColumnBytes(
            (async function* () {
              yield* pieces;
            })(),
          ),
        );
        await expectSame(store, graph, [...arrivals.held]);
        store.rewrite(arrivals.change(left));
        await expectSame(store, graph, [...arrivals.held]);
      }),
      { numRuns: 25 },
    );
  });

  it('leave their numbers free when they go, where nothing stands behind them', () => {
    const graph = accountGraph({ seed: 9, accounts: 12, transfers: 200 });
    const transfers = graph.transfers.filter(isRecord).sort(compareTransfers);
    const arrivals = new Arrivals();
    const store = emptyStore(graph);
    store.rewrite(arrivals.change(transfers.filter((_, index) => index % 7 !== 3)));
    const { bytes, count } = store;
    const late = transfers.filter((_, index) => index % 7 === 3);
    store.rewrite(arrivals.change(late));
    expect(store.late.isPlain).toBe(false);
    store.rewrite(arrivals.change([], late));
    expect(store.late.isPlain).toBe(true);
    expect([store.count, store.log.count, store.late.gone]).toEqual([count, count, 0]);
    expect(store.bytes).toEqual(bytes);
  });

  it('say when so many are late that the store should be filled anew', () => {
    const store = new ColumnStore({ network: 'ETH' });
    const record = { from: 'payer', to: 'payee', amount: 3, block: 1, transactionId: '' };
    const early = Array.from({ length: 70_000 }, (_, time) => ({ time, records: [record] }));
    store.rewrite([{ time: 1e6, records: [{ ...record, block: 2 }] }]);
    store.rewrite(early.slice(0, 60_000));
    expect(store.isScattered).toBe(false);
    store.rewrite(early.slice(60_000));
    expect(store.isScattered).toBe(true);
  });

  it('rest often while a large account is derived anew', () => {
    const store = new ColumnStore({ network: 'ETH' });
    const record = { from: 'payer', to: 'hub', amount: 3, block: 1, transactionId: '' };
    const seconds = Array.from({ length: 50_000 }, (_, time) => ({ time: time + 10, records: [record] }));
    store.rewrite(seconds);
    const steps = store.rewriting([{ time: 1, records: [{ ...record, block: 0 }] }]);
    let rests = 0;
    for (let step = steps.next(); step.done !== true; step = steps.next()) rests += 1;
    expect(rests).toBeGreaterThan(50);
  });
});

describe('places of late records', () => {
  it('never run out between two neighbours before a million is there', async () => {
    const graph = accountGraph({ seed: 5, accounts: 10, transfers: 120 });
    const transfers = graph.transfers.filter(isRecord).sort(compareTransfers);
    const arrivals = new Arrivals();
    const store = emptyStore(graph);
    store.rewrite(arrivals.change([...transfers.slice(0, 2), ...transfers.slice(-2)]));
    // Each before the one that came last: the places between are halved every time.
    for (const transfer of transfers.slice(2, -2).reverse()) store.rewrite(arrivals.change([transfer]));
    expect(store.late.count).toBe(transfers.length - 4);
    await expectSame(store, graph, graph.transfers);
    const places = new LatePlaces();
    const count = PLACES_BETWEEN - 1;
    for (const _rest of places.revise(() => false, [{ after: 1, first: 3, count }]));
    expect([places.placeOf(3), places.placeOf(2 + count)]).toEqual([PLACES_BETWEEN + 1, 2 * PLACES_BETWEEN - 1]);
    expect(() => {
      for (const _rest of places.revise(() => false, [{ after: 1, first: 3 + count, count: 1 }]));
    }).toThrow(NoPlaceLeftError);
  });
});
