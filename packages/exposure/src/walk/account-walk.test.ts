import { type AccountGraph, bytesOf, largestDifference, Random, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSubject, cases, graphs, storeOf, thresholds, walk } from '../../test/account-walk-cases.ts';
import { throughPages } from '../../test/through-pages.ts';
import type { RawTransfer } from '../records/raw-records.ts';
import type { Direction } from '../records/record.ts';
import type { MemoryAccountStore } from '../reference/memory-accounts.ts';
import { exactAccountShares } from '../reference/oracle.ts';
import type { WalkOptions } from './options.ts';

const EXACT: WalkOptions = { threshold: 0, maxStates: 1e9 };
const NO_LOWERING: WalkOptions = { targetNotFollowed: 1 };

function expectSameShares(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): void {
  expect(largestDifference(a, b)).toBeLessThanOrEqual(1e-9);
}

function oracleOf(store: MemoryAccountStore, address: string, direction: Direction): ReadonlyMap<string, number> {
  const node = store.nodeOf(address);
  if (node === null) throw new Error(`no records of ${address}`);
  const input = { records: store.records, factsOf: (other: number) => store.factsOf(other), subject: node };
  return exactAccountShares(input, direction).get(node) ?? new Map();
}

describe('a walk on an account network', { timeout: 60_000 }, () => {
  it('gives shares that sum to one, none negative', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const exposure = await walk(storeOf(graph), address, direction, { threshold });
        const shares = [...sharesByEntity(exposure).values()];
        if (exposure.records === 0) expect(exposure.rows).toEqual([]);
        else expect(Math.abs(shares.reduce((a, b) => a + b, 0) - 1)).toBeLessThanOrEqual(1e-9);
        expect(shares.every((share) => share >= 0)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('agrees with the streaming pass at threshold 0', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([graph, direction, seed]) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const store = storeOf(graph);
        const exposure = await walk(store, address, direction, EXACT);
        if (exposure.records === 0) return;
        expectSameShares(sharesByEntity(exposure), oracleOf(store, address, direction));
      }),
      { numRuns: 150 },
    );
  });

  it('finds no share above the streaming pass and misses at most R in sum', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, fc.boolean(), async ([graph, direction, seed], threshold, lowering) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const store = storeOf(graph);
        const options = lowering ? { threshold } : { threshold, ...NO_LOWERING };
        const exposure = await walk(store, address, direction, options);
        if (exposure.records === 0) return;
        const found = sharesByEntity(exposure);
        let missing = 0;
        for (const [key, exact] of oracleOf(store, address, direction)) {
          if (key === 'not_followed') continue;
          expect(found.get(key) ?? 0).toBeLessThanOrEqual(exact + 1e-12);
          missing += exact - (found.get(key) ?? 0);
        }
        expect(missing).toBeLessThanOrEqual(exposure.residuals.not_followed + 1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same bytes for records and labels in any order, small pages and batches, and large ids', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const random = new Random(seed);
        const labels = new Map([...graph.labels].map(([key, list]) => [key, random.shuffle(list)]));
        const shuffled = storeOf(graph, {
          transfers: random.shuffle([...graph.transfers, ...graph.transfers.slice(0, 5)]),
          labels,
          firstNode: 2 ** 21 + 1 + random.below(2 ** 30),
          firstPosition: 2 ** 32 + random.below(2 ** 40),
        });
        const plain = await walk(storeOf(graph), address, direction, { threshold });
        const other = await walk(throughPages(shuffled, 1 + random.below(3)), address, direction, {
          threshold,
          batchSize: 1 + random.below(4),
          pageLimit: 1 + random.below(4),
        });
        expect(bytesOf(other)).toBe(bytesOf(plain));
      }),
      { numRuns: 150 },
    );
  });

  it('only moves mass out of R when the threshold falls', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, thresholds, async ([graph, direction, seed], one, two) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const run = (threshold: number) =>
          walk(storeOf(graph), address, direction, { threshold, maxStates: 1e9, ...NO_LOWERING });
        const high = sharesByEntity(await run(Math.max(one, two)));
        const low = sharesByEntity(await run(Math.min(one, two)));
        for (const [key, share] of high) {
          if (key === 'not_followed') expect(low.get(key) ?? 0).toBeLessThanOrEqual(share + 1e-12);
          else expect(low.get(key) ?? 0).toBeGreaterThanOrEqual(share - 1e-12);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('at threshold 0, shares do not change', { timeout: 60_000 }, () => {
  const unchanged = async (
    [graph, direction, seed]: readonly [AccountGraph, Direction, number],
    change: (graph: AccountGraph, random: Random) => AccountGraph,
    rename: (address: string) => string = (address) => address,
  ): Promise<void> => {
    const address = aSubject(graph, seed);
    if (address === null) return;
    const before = await walk(storeOf(graph), address, direction, EXACT);
    const after = await walk(storeOf(change(graph, new Random(seed))), rename(address), direction, EXACT);
    expectSameShares(sharesByEntity(after), sharesByEntity(before));
  };

  it('when all amounts are scaled', async () => {
    await fc.assert(
      fc.asyncProperty(cases, fc.bigInt({ min: 2n, max: 2n ** 200n }), (sample, factor) =>
        unchanged(sample, (graph) => ({
          ...graph,
          transfers: graph.transfers.map((t) => ({ ...t, amount: t.amount * factor })),
          openings: new Map([...graph.openings].map(([key, amount]) => [key, amount * factor])),
        })),
      ),
    );
  });

  it('when a transfer is split in two adjacent halves', async () => {
    const halves = (t: RawTransfer): readonly RawTransfer[] => [
      { ...t, amount: t.amount / 2n },
      { ...t, amount: t.amount - t.amount / 2n, index: 1 },
    ];
    await fc.assert(
      fc.asyncProperty(cases, (sample) =>
        unchanged(sample, (graph, random) => ({
          ...graph,
          transfers: graph.transfers.flatMap((t) => (random.chance(0.3) ? halves(t) : [t])),
        })),
      ),
    );
  });

  it('when accounts are renamed', async () => {
    const rename = (address: string): string =>
      address.startsWith('wallet') ? address.split('').reverse().join('') : address;
    await fc.assert(
      fc.asyncProperty(cases, (sample) =>
        unchanged(
          sample,
          (graph) => ({
            ...graph,
            transfers: graph.transfers.map((t) => ({ ...t, from: rename(t.from), to: rename(t.to) })),
            labels: new Map([...graph.labels].map(([key, list]) => [rename(key), list])),
            openings: new Map([...graph.openings].map(([key, amount]) => [rename(key), amount])),
            openingUnread: new Set([...graph.openingUnread].map(rename)),
          }),
          rename,
        ),
      ),
    );
  });

  it('when self transfers and zero amounts are inserted', async () => {
    await fc.assert(
      fc.asyncProperty(cases, (sample) =>
        unchanged(sample, (graph, random) => ({
          ...graph,
          transfers: graph.transfers.flatMap((t) => {
            const extra = { ...t, index: 1 };
            return random.chance(0.5)
              ? [t, { ...extra, to: t.from, amount: random.amount() }]
              : [t, { ...extra, amount: 0n }];
          }),
        })),
      ),
    );
  });

  it('when later records are appended, for what came in up to then', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.nat(), async (graph, seed) => {
        const early = { ...graph, transfers: graph.transfers.slice(0, Math.ceil(graph.transfers.length / 2)) };
        const address = aSubject(early, seed);
        if (address === null) return;
        const last = early.transfers.at(-1)?.block ?? 0;
        const before = await walk(storeOf(early), address, 'bwd', EXACT);
        // The subject itself receives nothing more; everybody else goes on.
        const later = graph.transfers.filter((t) => t.block > last && t.to !== address);
        const after = await walk(
          storeOf({ ...graph, transfers: [...early.transfers, ...later] }),
          address,
          'bwd',
          EXACT,
        );
        expectSameShares(sharesByEntity(after), sharesByEntity(before));
      }),
    );
  });
});
