import { accountGraph, Random } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Arrivals,
  emptyStore,
  expectSame,
  histories,
  inArrivalOrder,
  isNoSink,
  linesOf,
  scaledGraph,
  withoutPositions,
} from '../../test/late-record-cases.ts';
import { compareTransfers, isRecord } from '../records/raw-records.ts';
import { columnBytes, readColumnBytes } from './column-bytes.ts';
import { ColumnStore } from './column-store.ts';
import { LateRecordIndex, NoPositionLeftError, POSITIONS_BETWEEN } from './late-record-index.ts';

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
            const leaving = random.shuffle([...arrivals.stored]).slice(0, random.below(20, 2));
            left.push(...leaving);
            store.rewrite(arrivals.change([], leaving));
          }
          if (random.chance(0.2)) {
            const block = random.below(75);
            const undone = [...arrivals.stored].filter((transfer) => transfer.block >= block);
            for (const transfer of undone) arrivals.stored.delete(transfer);
            left.push(...undone);
            expect(store.undoFrom(block)).toBe(undone.length);
          }
          if (random.chance(0.1)) await expectSame(store, graph, [...arrivals.stored]);
        }
        expect(arrivals.stored.size).toBe(transfers.length);
        await expectSame(store, graph, graph.transfers);
      }),
      { numRuns: 80 },
    );
  });

  it('derive the accounts they touch again, and write to no row of any other', () => {
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

  it('leave what comes before them as it is', () => {
    const graph = accountGraph({ seed: 7, accounts: 12, transfers: 300 });
    const transfers = graph.transfers.filter(isRecord).sort(compareTransfers);
    const late = transfers[200];
    if (late === undefined) throw new Error('the graph is too small');
    const store = emptyStore(graph);
    const arrivals = new Arrivals();
    store.rewrite(arrivals.change(transfers.filter((transfer) => transfer !== late)));
    const ratios = withoutPositions(store.snapshot());
    const written: number[] = [];
    const setDouble = store.log.setDouble.bind(store.log);
    store.log.setDouble = (record, field, value) => {
      written.push(record);
      setDouble(record, field, value);
    };
    store.rewrite(arrivals.change([late]));
    expect(written.length).toBeGreaterThan(10);
    expect(Math.min(...written)).toBeGreaterThan(200);
    expect(withoutPositions(store.snapshot()).slice(0, 200)).toEqual(ratios.slice(0, 200));
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
        await expectSame(store, graph, [...arrivals.stored]);
        store.rewrite(arrivals.change(left));
        await expectSame(store, graph, [...arrivals.stored]);
      }),
      { numRuns: 25 },
    );
  });

  it('free their numbers when they are removed, where nothing comes after them', () => {
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

  it('show when so many are late that the store needs compaction', () => {
    const store = new ColumnStore({ network: 'ETH' });
    const record = { from: 'payer', to: 'payee', amount: 3, block: 1, transactionId: '' };
    const early = Array.from({ length: 70_000 }, (_, time) => ({ time, records: [record] }));
    store.rewrite([{ time: 1e6, records: [{ ...record, block: 2 }] }]);
    store.rewrite(early.slice(0, 60_000));
    expect(store.needsCompaction).toBe(false);
    store.rewrite(early.slice(60_000));
    expect(store.needsCompaction).toBe(true);
  });

  it('yield often while a large account is derived again', () => {
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

describe('positions of late records', () => {
  it('never run out between two neighbours before a million is there', async () => {
    const graph = accountGraph({ seed: 5, accounts: 10, transfers: 120 });
    const transfers = graph.transfers.filter(isRecord).sort(compareTransfers);
    const arrivals = new Arrivals();
    const store = emptyStore(graph);
    store.rewrite(arrivals.change([...transfers.slice(0, 2), ...transfers.slice(-2)]));
    // Each before the one that came last: the positions between are halved every time.
    for (const transfer of transfers.slice(2, -2).reverse()) store.rewrite(arrivals.change([transfer]));
    expect(store.late.count).toBe(transfers.length - 4);
    await expectSame(store, graph, graph.transfers);
    const positions = new LateRecordIndex();
    const count = POSITIONS_BETWEEN - 1;
    for (const _rest of positions.revise(() => false, [{ after: 1, first: 3, count }]));
    expect([positions.positionOf(3), positions.positionOf(2 + count)]).toEqual([
      POSITIONS_BETWEEN + 1,
      2 * POSITIONS_BETWEEN - 1,
    ]);
    expect(() => {
      for (const _rest of positions.revise(() => false, [{ after: 1, first: 3 + count, count: 1 }]));
    }).toThrow(NoPositionLeftError);
  });
});
