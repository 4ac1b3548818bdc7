import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ExposureStore, exposureOf } from '@assay/exposure';
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
    ...{ folder, manifest, plan, dir: path.join(folder, 'work'), basis: 'test', hasTransactions: true },
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

const plans = fc.record({
  runRows: fc.integer({ min: 1, max: 40 }),
  pageBytes: fc.constantFrom(0, 1e6),
  parts: fc.record({ partitions: fc.integer({ min: 1, max: 5 }), bufferBytes: fc.constantFrom(0, 1e6) }),
});

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

  it('find amounts of 2^53 and more to the last unit', async () => {
    const graph = accountGraph({ seed: 4, accounts: 6, transfers: 40 });
    const wide = {
      ...graph,
      transfers: graph.transfers.map((one) => ({ ...one, amount: one.amount * 3n ** 90n + 1n })),
    };
    const plan = { runRows: 7, pageBytes: 0, parts: { partitions: 2, bufferBytes: 0 } };
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
