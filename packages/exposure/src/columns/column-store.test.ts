import { type AccountGraph, accountGraph, bytesOf, Random, withDerivedLabels } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { throughPages } from '../../test/through-pages.ts';
import { compareTransfers } from '../records/raw-records.ts';
import { exposureOf } from '../reference/exposure-of.ts';
import { MemoryAccountStore } from '../reference/memory-accounts.ts';
import type { WalkOptions } from '../walk/options.ts';
import type { AccountStore } from '../walk/store.ts';
import { columnBytes, readColumnBytes } from './column-bytes.ts';
import { MemoryLimitError } from './column-parts.ts';
import { ColumnStore, type ColumnStoreOptions } from './column-store.ts';

/** 0: labels of version 1 alone. */
const deriving = fc.noShrink(fc.oneof(fc.constant(0), fc.nat()));
const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 60 }),
    transfers: fc.integer({ min: 1, max: 500 }),
  })
  .map(accountGraph)
  .chain((graph) => deriving.map((seed) => (seed === 0 ? graph : withDerivedLabels(graph, graph.wallets, seed))));
const options = fc.record({
  threshold: fc.constantFrom(0, 1e-6, 1e-4, 1e-2, 0.1),
  targetNotFollowed: fc.constantFrom(0.01, 1),
  maxStates: fc.constantFrom(3, 20, 100_000),
  evidence: fc.boolean(),
});

function columnsOf(graph: AccountGraph, settings: Partial<ColumnStoreOptions> = {}): ColumnStore {
  const store = new ColumnStore({ network: 'ETH', ...settings });
  for (const [address, balance] of graph.openings) store.setOpening(address, balance);
  for (const address of graph.openingUnread) store.mark(address, { openingUnread: true });
  store.append(graph.transfers);
  relabel(store, graph);
  return store;
}

function relabel(store: ColumnStore, { labels }: AccountGraph): void {
  store.relabel([...labels].map(([address, own]) => [store.accountOf(address), own]));
}

/** What a store says of an address; handles are left out, because every store has its own. */
async function answer(store: AccountStore, address: string, settings: WalkOptions = {}): Promise<string> {
  const exposure = await exposureOf(store, address, settings);
  if (exposure === null) return 'unknown';
  const { node: _node, ...subject } = exposure.subject;
  return bytesOf({ ...exposure, subject });
}

async function* inPieces(pieces: Iterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += size) yield piece.slice(start, start + size);
  }
}

describe('a column store', { timeout: 120_000 }, () => {
  it('gives the bytes of the reference store, for its own walk and through its pages', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, options, async (graph, settings) => {
        const reference = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        const columns = columnsOf(graph, { firstNode: 2 ** 21 + 7, firstPosition: 2 ** 32 + 11 }).snapshot();
        for (const address of [...graph.wallets.slice(0, 6), 'nobody', 'issuer', 'fee']) {
          const expected = await answer(reference, address, settings);
          expect(await answer(columns, address, settings)).toBe(expected);
          expect(await answer(throughPages(columns), address, { ...settings, batchSize: 3, pageLimit: 2 })).toBe(
            expected,
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('answers each walk from one state while it grows', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.nat(), async (graph, seed) => {
        const ordered = graph.transfers.toSorted(compareTransfers);
        const half = ordered.slice(0, 1 + (seed % ordered.length));
        const early = { ...graph, transfers: half };
        const columns = columnsOf(early);
        const before = columns.snapshot();
        columns.append(ordered.slice(half.length));
        relabel(columns, graph);
        const after = columns.snapshot();
        const reference = new MemoryAccountStore({ network: 'ETH', derive: false, ...early });
        const whole = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        for (const address of graph.wallets.slice(0, 6)) {
          expect(await answer(before, address)).toBe(await answer(reference, address));
          expect(await answer(throughPages(before), address)).toBe(await answer(reference, address));
          expect(await answer(after, address)).toBe(await answer(whole, address));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('removes its last blocks and stores them again as if nothing had been removed', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.nat(), async (graph, at) => {
        const ordered = graph.transfers.toSorted(compareTransfers);
        const block = ordered[at % ordered.length]?.block ?? 0;
        const kept = ordered.filter((transfer) => transfer.block < block);
        const columns = columnsOf(graph);
        const before = columns.count;
        const undone = columns.undoFrom(block);
        const reference = new MemoryAccountStore({ ...graph, network: 'ETH', derive: false, transfers: kept });
        expect(columns.count).toBe(reference.records.length);
        expect(undone).toBe(before - reference.records.length);
        for (const address of graph.wallets.slice(0, 5)) {
          expect(await answer(columns.snapshot(), address)).toBe(await answer(reference, address));
        }
        columns.append(ordered.filter((transfer) => transfer.block >= block));
        const whole = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        for (const address of graph.wallets.slice(0, 5)) {
          expect(await answer(columns.snapshot(), address)).toBe(await answer(whole, address));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('comes back from its bytes, in pieces of any size, and grows on', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.integer({ min: 1, max: 100_000 }), async (graph, size) => {
        const ordered = graph.transfers.toSorted(compareTransfers);
        const written = columnsOf({ ...graph, transfers: ordered.slice(0, ordered.length >> 1) });
        const store = ColumnStore.from(await readColumnBytes(inPieces(columnBytes(written.parts()), size)));
        store.append(ordered.slice(ordered.length >> 1));
        relabel(store, graph);
        const whole = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        for (const address of graph.wallets.slice(0, 5)) {
          expect(await answer(store.snapshot(), address)).toBe(await answer(whole, address));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('says when its bytes are broken', async () => {
    const store = columnsOf(accountGraph({ seed: 4, accounts: 20, transfers: 100 }));
    const pieces = [...columnBytes(store.parts())];
    await expect(readColumnBytes(inPieces(pieces.slice(0, -1), 1000))).rejects.toThrow(/end early/);
    await expect(readColumnBytes(inPieces([new Uint8Array(2000)], 1000))).rejects.toThrow(/not the bytes/);
  });

  it('refuses what would not fit its setting, and says how much it needs', () => {
    const graph = accountGraph({ seed: 1, accounts: 20, transfers: 100 });
    const needed = ColumnStore.bytesFor({ transfers: 101, accounts: 200, transactions: 100 });
    const columns = new ColumnStore({ network: 'ETH', maxBytes: needed / 2 });
    expect(() => columns.append(graph.transfers)).toThrow(MemoryLimitError);
    expect(() => columns.append(graph.transfers)).toThrow(/need 4\.\d MB of memory; 2\.\d MB are allowed/);
    expect(columns.count).toBe(0);
  });

  it('refuses records that belong before those it holds', () => {
    const graph = accountGraph({ seed: 2, accounts: 20, transfers: 100 });
    const columns = columnsOf({ ...graph, transfers: graph.transfers.slice(50) });
    expect(() => columns.append(graph.transfers.slice(0, 50))).toThrow(RangeError);
  });

  it('passes over what it holds already, zero amounts and self transfers', () => {
    const graph = accountGraph({ seed: 3, accounts: 20, transfers: 100 });
    const reference = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
    const columns = new ColumnStore({ network: 'ETH' });
    const random = new Random(3);
    const twice = random.shuffle([...graph.transfers, ...graph.transfers.slice(0, 20)]);
    expect(columns.append(twice)).toBe(reference.records.length);
  });

  it('keeps addresses and transaction ids as they are written', async () => {
    const columns = new ColumnStore({ network: 'ETH' });
    const evm = `0x${'a0'.repeat(20)}`;
    const mixed = `0x${'A0'.repeat(20)}`;
    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const hash = `0x${'0f'.repeat(32)}`;
    const transfer = { transactionIndex: 0, kind: 'token', index: 0, ordinal: 0, amount: 1n, time: 1 } as const;
    columns.append([
      { ...transfer, block: 1, from: evm, to: mixed, transactionId: hash },
      { ...transfer, block: 2, from: tron, to: 'fee', transactionId: 'an id of its own' },
      { ...transfer, block: 3, from: tron, to: evm, transactionId: '0f'.repeat(32) },
    ]);
    const snapshot = columns.snapshot();
    expect(await snapshot.transactionIds([1, 2, 3])).toEqual([hash, 'an id of its own', '0f'.repeat(32)]);
    const nodes = [evm, mixed, tron, 'fee'].map((address) => snapshot.nodeOf(address) ?? -1);
    expect((await snapshot.accounts(nodes)).map(({ address }) => address)).toEqual([evm, mixed, tron, 'fee']);
    expect(snapshot.nodeOf('nobody')).toBeNull();
  });
});
