import { type AccountGraph, accountGraph, bytesOf, largestDifference, Random, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DirectionExposure } from './exposure.ts';
import { MemoryAccountStore } from './memory-accounts.ts';
import { exactAccountShares } from './oracle.ts';
import { isRecord, type RawTransfer } from './raw-records.ts';
import type { Direction } from './record.ts';
import type { AccountStore } from './store.ts';
import { walkAccount } from './walk.ts';
import type { WalkOptions } from './walk-options.ts';

const graphs = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 40 }),
    transfers: fc.integer({ min: 1, max: 300 }),
  })
  .map(accountGraph);
const directions = fc.constantFrom<Direction>('bwd', 'fwd');
const thresholds = fc.constantFrom(0, 1e-6, 1e-4, 1e-2, 0.1);
const EXACT: WalkOptions = { threshold: 0, maxStates: 1e9 };
const NO_LOWERING: WalkOptions = { targetNotFollowed: 1 };

function storeOf(graph: AccountGraph, part: Partial<ConstructorParameters<typeof MemoryAccountStore>[0]> = {}) {
  return new MemoryAccountStore({ network: 'ETH', derive: false, ...graph, ...part });
}

async function walk(
  store: AccountStore,
  address: string,
  direction: Direction,
  options: WalkOptions = {},
): Promise<DirectionExposure> {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  return walkAccount(store, subject, direction, options);
}

function expectSameShares(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): void {
  expect(largestDifference(a, b)).toBeLessThanOrEqual(1e-9);
}

/** A wallet with records of its own. */
function aSubject(graph: AccountGraph, seed: number): string | null {
  const ends = graph.transfers.filter(isRecord).flatMap(({ from, to }) => [from, to]);
  const wallets = ends.filter((address) => address.startsWith('wallet'));
  return wallets.length === 0 ? null : new Random(seed).pick(wallets);
}

function oracleOf(store: MemoryAccountStore, address: string, direction: Direction): ReadonlyMap<string, number> {
  const node = store.nodeOf(address);
  if (node === null) throw new Error(`no records of ${address}`);
  const input = { records: store.records, factsOf: (other: number) => store.factsOf(other), subject: node };
  return exactAccountShares(input, direction).get(node) ?? new Map();
}

/** Answers as the other store does, but never more than `size` records at once. */
function inSmallPages(store: AccountStore, size: number): AccountStore {
  return {
    ledger: 'account',
    network: store.network,
    subject: (address) => store.subject(address),
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
    page: (direction, asks, limit) => store.page(direction, asks, Math.min(limit, size)),
  };
}

const cases = fc.tuple(graphs, directions, fc.noShrink(fc.nat()));

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
        const other = await walk(inSmallPages(shuffled, 1 + random.below(3)), address, direction, {
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

describe('evidence of a walk on an account network', { timeout: 60_000 }, () => {
  it('is unbroken, in time order, made of real transfers, and ends at a label of its row', async () => {
    await fc.assert(
      fc.asyncProperty(cases, thresholds, async ([graph, direction, seed], threshold) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const byId = new Map(graph.transfers.map((t) => [t.transactionId, t]));
        const exposure = await walk(storeOf(graph), address, direction, { threshold });
        for (const row of exposure.rows) {
          expect(row.paths.length).toBeGreaterThan(0);
          expect(row.paths.length).toBeLessThanOrEqual(3);
          for (const path of row.paths) {
            expect(path.share).toBeLessThanOrEqual(row.share + 1e-12);
            expect(path.hops).toBe(path.steps.length);
            expect(path.hops).toBeGreaterThanOrEqual(row.minHops);
            expect(path.hops === 1).toBe(row.layer === 'direct');
            for (const [index, step] of path.steps.entries()) {
              const { from, to, amount, time } = byId.get(step.transactionId) ?? {};
              expect({ from, to, amount, time }).toEqual({
                from: step.from,
                to: step.to,
                amount: step.amount,
                time: step.time,
              });
              const next = path.steps[index + 1];
              if (next !== undefined) {
                expect(next.from).toBe(step.to);
                expect(next.time).toBeGreaterThanOrEqual(step.time);
              }
            }
            const [first, last] = [path.steps[0], path.steps.at(-1)];
            expect(direction === 'bwd' ? last?.to : first?.from).toBe(address);
            const end = (direction === 'bwd' ? first?.from : last?.to) ?? '';
            const entities = (graph.labels.get(end) ?? []).map((label) => `${label.category} ${label.entity}`);
            if (row.category !== 'issuer') expect(entities).toContain(`${row.category} ${row.entity}`);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('leaves every share as it is when it is not wanted', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([graph, direction, seed]) => {
        const address = aSubject(graph, seed);
        if (address === null) return;
        const plain = await walk(storeOf(graph), address, direction, { evidence: false });
        const shown = await walk(storeOf(graph), address, direction);
        const withoutPaths = { ...shown, rows: shown.rows.map((row) => ({ ...row, paths: [] })) };
        expect(bytesOf(plain)).toBe(bytesOf(withoutPaths));
      }),
    );
  });
});
