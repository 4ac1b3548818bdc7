import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type AccountStore,
  type ExposureStore,
  exposureOf,
  WalkCancelledError,
  walk,
  withoutLabel,
} from '@assay/exposure';
import { type AccountGraph, accountGraph } from '@assay/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../files/manifest.ts';
import { graphs, idOf, segmentsOf, storeOf } from '../test/graph-segments.ts';
import { type PrepareWalks, prepareWalks } from './prepare-walks.ts';
import { SegmentStore } from './segment-store.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'segment-store-'));
});
afterAll(() => rm(dir, { recursive: true }));

let folders = 0;

interface Walking {
  readonly graph: AccountGraph;
  readonly plan: PrepareWalks['plan'];
  readonly scale: number;
}

function requestOf(folder: string, manifest: Manifest, plan: PrepareWalks['plan']): PrepareWalks {
  return {
    ...{ folder, manifest, plan, dir: path.join(folder, 'work'), hasTransactions: true },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  };
}

/** Both stores of a graph, the files of the second made and read within a memory far too small for them. */
async function storesOf({ graph, plan, scale }: Walking) {
  folders += 1;
  const folder = path.join(dir, String(folders));
  const columns = storeOf(graph);
  const snapshot = columns.snapshot();
  const manifest = await segmentsOf(columns, folder, 250, scale);
  const addresses = Array.from({ length: columns.accounts.count }, (_, account) => snapshot.factsOf(account).address);
  const incomplete: number[] = [];
  for (const [account, address] of addresses.entries()) {
    const subject = await snapshot.subject(address);
    if (subject?.complete === false && !subject.openingUnread) incomplete.push(idOf(account, scale));
  }
  const files = await prepareWalks(requestOf(folder, manifest, plan), {
    labelsOf: async (_network, asked) => asked.map((address) => graph.labels.get(address) ?? []),
    incomplete: async function* () {
      yield incomplete.sort((a, b) => a - b);
    },
  });
  return { snapshot, addresses, store: new SegmentStore(files, plan.pageBytes) };
}

/** What a walk says, but for the store's own numbers of accounts. */
async function exposureText(store: ExposureStore, address: string): Promise<string> {
  const found = await exposureOf(store, address);
  return JSON.stringify(found, (key, value) => (key === 'node' ? 0 : typeof value === 'bigint' ? `${value}n` : value));
}

/** The store without the walk of its own: through its pages. */
function pagesOf(store: SegmentStore): AccountStore {
  return {
    ...{ ledger: store.ledger, network: store.network },
    subject: (address) => store.subject(address),
    page: (direction, asks, limit) => store.page(direction, asks, limit),
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
  };
}

const plans = fc.record({
  windowRecords: fc.integer({ min: 1, max: 40 }),
  pageBytes: fc.constantFrom(0, 1e6),
  parts: fc.record({ partitions: fc.integer({ min: 1, max: 5 }), bufferBytes: fc.constantFrom(0, 1e6) }),
});

/** Walks of many states; a third of the pages fit. */
const LONG: Walking = {
  graph: accountGraph({ seed: 11, accounts: 30, transfers: 2_500 }),
  ...{ plan: { windowRecords: 900, pageBytes: 60_000, parts: { partitions: 2, bufferBytes: 0 } }, scale: 1 },
};

describe('walks over segments', { timeout: 120_000 }, () => {
  it('have the bytes of walks in memory, evidence included, whatever memory sorting and pages may take', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, plans, fc.constantFrom(1, 2 ** 20), async (graph, plan, scale) => {
        const { snapshot, addresses, store } = await storesOf({ graph, plan, scale });
        const rated = addresses.filter((_, account) => snapshot.factsOf(account).role === 'account');
        for (const address of rated) {
          expect(await exposureText(store, address)).toBe(await exposureText(snapshot, address));
        }
        expect(await store.subject('nobody')).toBeNull();
        expect(new Set(store.addresses())).toEqual(
          new Set(await keepNamed(rated, async (address) => (await snapshot.subject(address)) !== null)),
        );
      }),
      { numRuns: 10 },
    );
  });

  it('have the same bytes through pages, and without a claim of labels', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, plans, async (graph, plan) => {
        const { snapshot, addresses, store } = await storesOf({ graph, plan, scale: 3 });
        const claim = [...graph.labels.values()].flat()[0] ?? { category: 'scam', entity: 'nobody' };
        for (const [account, address] of addresses.entries()) {
          if (snapshot.factsOf(account).role !== 'account') continue;
          expect(await exposureText(pagesOf(store), address)).toBe(await exposureText(snapshot, address));
          const without = withoutLabel(snapshot, claim);
          expect(await exposureText(withoutLabel(store, claim), address)).toBe(await exposureText(without, address));
        }
      }),
      { numRuns: 8 },
    );
  });

  it('start from chosen records alone, and refuse those of others', async () => {
    const { snapshot, addresses, store } = await storesOf(LONG);
    let chosen = 0;
    for (const address of addresses.slice(0, 8)) {
      const [here, there] = [await snapshot.subject(address), await store.subject(address)];
      if (here === null || there === null || here.role !== 'account') continue;
      for (const direction of ['bwd', 'fwd'] as const) {
        const [page] = await store.page(direction, [{ node: there.node, position: direction === 'bwd' ? 1e9 : 0 }], 5);
        const only = (page?.records ?? []).map(({ position }) => position).filter((position) => position % 2 === 0);
        if (only.length === 0) continue;
        chosen += 1;
        const first = snapshot.tables.firstPosition - 1;
        const inMemory = await walk(snapshot, here, direction, {
          evidence: false,
          only: only.map((number) => number + first),
        });
        expect(await walk(store, there, direction, { evidence: false, only })).toEqual(inMemory);
        const opposite = direction === 'bwd' ? 'fwd' : 'bwd';
        await expect(walk(store, there, opposite, { only })).rejects.toThrow(RangeError);
      }
    }
    expect(chosen).toBeGreaterThan(5);
    const subject = await store.subject(addresses[0] ?? '');
    if (subject === null) throw new Error('no subject');
    for (const only of [[0], [1.5], [1e9]])
      await expect(walk(store, subject, 'bwd', { only })).rejects.toThrow(RangeError);
  });

  it('yield every 128 states at least, and end soon after they are cancelled', async () => {
    const { addresses, store } = await storesOf(LONG);
    let longest = 0;
    for (const address of addresses.slice(0, 8)) {
      const subject = await store.subject(address);
      if (subject === null) continue;
      let yields = 0;
      const deep = { threshold: 1e-7, evidence: false };
      const yieldToEventLoop = async () => {
        yields += 1;
      };
      const found = await walk(store, subject, 'bwd', { ...deep, yieldToEventLoop });
      expect(yields).toBeGreaterThanOrEqual(Math.floor(found.cut.states / 128));
      longest = Math.max(longest, found.cut.states);
      if (found.cut.states < 1_000) continue;
      const signal = { aborted: false };
      let most = 0;
      const cancelled = walk(store, subject, 'bwd', {
        ...deep,
        signal,
        onProgress: ({ states }) => {
          most = states;
          signal.aborted = true;
        },
      });
      await expect(cancelled).rejects.toThrow(WalkCancelledError);
      expect(most).toBeLessThanOrEqual(128);
    }
    expect(longest).toBeGreaterThan(1_000);
  });

  it('find amounts of 2^53 and more to the last unit', async () => {
    const graph = accountGraph({ seed: 4, accounts: 6, transfers: 40 });
    const wide = {
      ...graph,
      transfers: graph.transfers.map((one) => ({ ...one, amount: one.amount * 3n ** 90n + 1n })),
    };
    const plan = { windowRecords: 7, pageBytes: 0, parts: { partitions: 2, bufferBytes: 0 } };
    const { snapshot, addresses, store } = await storesOf({ graph: wide, plan, scale: 1 });
    for (const address of addresses.filter((_, account) => snapshot.factsOf(account).role === 'account')) {
      expect(await exposureText(store, address)).toBe(await exposureText(snapshot, address));
    }
  });
});

async function keepNamed(addresses: readonly string[], isNamed: (address: string) => Promise<boolean>) {
  const kept: string[] = [];
  for (const address of addresses) if (await isNamed(address)) kept.push(address);
  return kept;
}
