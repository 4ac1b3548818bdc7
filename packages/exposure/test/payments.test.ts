import { accountGraph, bytesOf, coinGraph, largestDifference, sharesByEntity } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnStore } from '../src/columns/column-store.ts';
import { compareTransfers, isRecord } from '../src/records/raw-records.ts';
import type { Direction } from '../src/records/record.ts';
import { MemoryAccountStore, type MemoryAccountsInput } from '../src/reference/memory-accounts.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { exactAccountShares } from '../src/reference/oracle.ts';
import { exactUtxoShares } from '../src/reference/oracle-utxo.ts';
import type { DirectionExposure } from '../src/walk/exposure.ts';
import type { WalkOptions } from '../src/walk/options.ts';
import type { ExposureStore } from '../src/walk/store.ts';
import { walk } from '../src/walk/walk.ts';
import { withoutLabel } from '../src/walk/without-label.ts';
import { paymentsOf } from './payments-of.ts';
import { accountGraphs } from './reference/account-graphs.ts';
import { coinGraphs } from './reference/coin-graphs.ts';
import { throughPages } from './through-pages.ts';

const EXACT: WalkOptions = { threshold: 0, maxStates: 1e9 };
const ROUNDING = 1e-9;

const directions = fc.constantFrom<Direction>('bwd', 'fwd');
const limits = fc.record({
  threshold: fc.constantFrom(0, 1e-4, 1e-2, 0.1, 0.5),
  maxStates: fc.constantFrom(3, 20, 100_000),
  targetNotFollowed: fc.constantFrom(0.01, 1),
});

const wallets = fc.record({ seed: fc.noShrink(fc.nat()), accounts: fc.integer({ min: 3, max: 20 }) });
/** Small graphs of every rule, and larger ones with hubs and circles. */
const accountStores = fc.oneof(
  accountGraphs.map((input) => ({ input, address: 's' })),
  wallets.map((size) => {
    const { wallets: named, ...graph } = accountGraph({ ...size, transfers: 150 });
    const input: MemoryAccountsInput = { network: 'ETH', derive: false, ...graph };
    return { input, address: named[0] ?? 'nobody' };
  }),
);
const coinStores = fc.oneof(
  coinGraphs.map((input) => ({ input, address: 's' })),
  wallets.map((size) => {
    const graph = coinGraph({ ...size, transfers: 80 });
    const owner = graph.transactions.flatMap(({ outputs }) => outputs.map((output) => output.owner)).find(Boolean);
    return { input: { network: 'BTC' as const, derive: false, ...graph }, address: owner ?? 'nobody' };
  }),
);

interface Payments {
  readonly wallet: DirectionExposure;
  readonly payments: readonly { readonly only: readonly number[]; readonly exposure: DirectionExposure }[];
}

/** The exposure of an address in one direction, and that of each of its payments. */
async function walkAll(
  store: ExposureStore,
  address: string,
  direction: Direction,
  options: WalkOptions,
): Promise<Payments | null> {
  const subject = await store.subject(address);
  if (subject === null) return null;
  const wallet = await walk(store, subject, direction, options);
  const payments: { readonly only: readonly number[]; readonly exposure: DirectionExposure }[] = [];
  for (const only of await paymentsOf(store, subject.node, direction)) {
    payments.push({ only, exposure: await walk(store, subject, direction, { ...options, only }) });
  }
  return { wallet, payments };
}

/** Every number of an exposure that adds up over payments, by its name. */
function summands({ rows, residuals }: DirectionExposure): Map<string, number> {
  const sums = new Map<string, number>(Object.entries(residuals));
  for (const { category, entity, layer, share, strongShare, beforeDesignation } of rows) {
    const row = `${layer} ${category} ${entity}`;
    sums.set(row, share).set(`strong ${row}`, strongShare).set(`before ${row}`, beforeDesignation);
  }
  return sums;
}

function weightedSum({ wallet, payments }: Payments): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { exposure } of payments) {
    const weight = Number(exposure.amount) / Number(wallet.amount);
    for (const [name, value] of summands(exposure)) sums.set(name, (sums.get(name) ?? 0) + weight * value);
  }
  return sums;
}

function expectExactSum(all: Payments): void {
  const { wallet, payments } = all;
  expect(payments.reduce((sum, { exposure }) => sum + exposure.amount, 0n)).toBe(wallet.amount);
  expect(payments.reduce((sum, { exposure }) => sum + exposure.records, 0)).toBe(wallet.records);
  expect(largestDifference(weightedSum(all), summands(wallet))).toBeLessThanOrEqual(ROUNDING);
  for (const { category, entity, layer, minHops, firstTime, lastTime } of wallet.rows) {
    const rows = payments.flatMap(({ exposure }) =>
      exposure.rows.filter((row) => row.category === category && row.entity === entity && row.layer === layer),
    );
    expect(Math.min(...rows.map((row) => row.minHops))).toBe(minHops);
    expect(Math.min(...rows.map((row) => row.firstTime))).toBe(firstTime);
    expect(Math.max(...rows.map((row) => row.lastTime))).toBe(lastTime);
  }
}

/** Both are lower bounds of the same shares: what they differ by is at most the larger of the two R. */
function expectSumWithinR(all: Payments): void {
  const sums = weightedSum(all);
  const found = summands(all.wallet);
  const most = Math.max(sums.get('not_followed') ?? 0, found.get('not_followed') ?? 0);
  expect(largestDifference(sums, found)).toBeLessThanOrEqual(most + ROUNDING);
}

describe.each([
  {
    of: 'an account',
    stores: accountStores.map(({ input, address }) => ({ store: new MemoryAccountStore(input), address })),
  },
  {
    of: 'an owner of coins',
    stores: coinStores.map(({ input, address }) => ({ store: new MemoryUtxoStore(input), address })),
  },
])('the payments of $of', { timeout: 120_000 }, ({ stores }) => {
  it('add up to its exposure, exactly at threshold 0', async () => {
    await fc.assert(
      fc.asyncProperty(stores, directions, async ({ store, address }, direction) => {
        const all = await walkAll(store, address, direction, EXACT);
        if (all !== null && all.wallet.records > 0) expectExactSum(all);
      }),
      { numRuns: 300 },
    );
  });

  it('add up to its exposure within R where walks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(stores, directions, limits, async ({ store, address }, direction, options) => {
        const all = await walkAll(store, address, direction, options);
        if (all !== null && all.wallet.records > 0) expectSumWithinR(all);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the payments of an account', { timeout: 120_000 }, () => {
  it('have the exposure that one pass over all records finds', async () => {
    await fc.assert(
      fc.asyncProperty(accountStores, directions, async ({ input, address }, direction) => {
        const store = new MemoryAccountStore(input);
        const node = store.nodeOf(address);
        const all = await walkAll(store, address, direction, EXACT);
        if (all === null || node === null) return;
        const facts = { records: store.records, factsOf: (other: number) => store.factsOf(other), subject: node };
        for (const { only, exposure } of all.payments) {
          const exact = exactAccountShares({ ...facts, only: new Set(only) }, direction).get(node) ?? new Map();
          expect(largestDifference(sharesByEntity(exposure), exact)).toBeLessThanOrEqual(ROUNDING);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('have the same bytes in columns, for their own walk, through pages and without a claim', async () => {
    await fc.assert(
      fc.asyncProperty(wallets, directions, limits, async (size, direction, options) => {
        const graph = accountGraph({ ...size, transfers: 200 });
        const reference = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
        const columns = new ColumnStore({ network: 'ETH', firstNode: 2 ** 21 + 7, firstPosition: 2 ** 32 + 11 });
        for (const [address, balance] of graph.openings) columns.setOpening(address, balance);
        for (const address of graph.openingUnread) columns.mark(address, { openingUnread: true });
        columns.append(graph.transfers);
        columns.relabel([...graph.labels].map(([address, own]) => [columns.accountOf(address), own]));
        const snapshot = columns.snapshot();
        const claim = { category: 'scam', entity: 'Entity 1' } as const;
        for (const address of graph.wallets.slice(0, 3)) {
          const expected = await walkAll(reference, address, direction, options);
          const own = await walkAll(snapshot, address, direction, options);
          const paged = await walkAll(throughPages(snapshot), address, direction, {
            ...options,
            batchSize: 3,
            pageLimit: 2,
          });
          const bytes = (all: Payments | null) => bytesOf(all?.payments.map(({ exposure }) => exposure));
          expect(bytes(own)).toBe(bytes(expected));
          expect(bytes(paged)).toBe(bytes(expected));
          const [less, lessOwn] = [
            await walkAll(withoutLabel(reference, claim), address, direction, options),
            await walkAll(withoutLabel(snapshot, claim), address, direction, options),
          ];
          expect(bytes(lessOwn)).toBe(bytes(less));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are the same, as deposits, without the records after them', async () => {
    await fc.assert(
      fc.asyncProperty(accountGraphs, async (input) => {
        const whole = new MemoryAccountStore({ ...input, derive: false });
        const all = await walkAll(whole, 's', 'bwd', EXACT);
        for (const { only, exposure } of all?.payments ?? []) {
          const last = Math.max(...only);
          const until = input.transfers
            .filter(isRecord)
            .toSorted(compareTransfers)
            .filter((transfer, index, sorted) => {
              const before = sorted[index - 1];
              return before === undefined || compareTransfers(before, transfer) !== 0;
            })
            .slice(0, last);
          const store = new MemoryAccountStore({ ...input, derive: false, transfers: until });
          const side = await store.subject('s');
          if (side === null) throw new Error('the side has no record');
          expect(bytesOf(await walk(store, side, 'bwd', { ...EXACT, only }))).toBe(bytesOf(exposure));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are refused where a position is no record of the subject in that direction', async () => {
    const graph = accountGraph({ seed: 7, accounts: 12, transfers: 100 });
    const store = new MemoryAccountStore({ network: 'ETH', derive: false, ...graph });
    const [address = ''] = graph.wallets;
    const subject = await store.subject(address);
    if (subject === null) throw new Error('no records');
    const strange = store.records.find(({ from, to }) => from !== subject.node && to !== subject.node);
    const only = [strange?.position ?? 0];
    await expect(walk(store, subject, 'bwd', { only })).rejects.toThrow(RangeError);
    const columns = new ColumnStore({ network: 'ETH' });
    columns.append(graph.transfers);
    const own = await columns.snapshot().subject(address);
    if (own === null) throw new Error('no records');
    await expect(walk(columns.snapshot(), own, 'bwd', { only })).rejects.toThrow(RangeError);
  });
});

describe('the payments of an owner of coins', { timeout: 120_000 }, () => {
  it('have the exposure that one pass over all transactions finds', async () => {
    await fc.assert(
      fc.asyncProperty(coinStores, directions, async ({ input, address }, direction) => {
        const store = new MemoryUtxoStore(input);
        const node = store.nodeOf(address);
        const all = await walkAll(store, address, direction, EXACT);
        if (all === null || node === null) return;
        const facts = { records: store.records, factsOf: (other: number) => store.factsOf(other), subject: node };
        for (const { only, exposure } of all.payments) {
          const exact = exactUtxoShares({ ...facts, only: new Set(only) }, direction);
          expect(largestDifference(sharesByEntity(exposure), exact)).toBeLessThanOrEqual(ROUNDING);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are none where the transaction moved nothing that way, and refused where no record holds it', async () => {
    const graph = coinGraph({ seed: 3, accounts: 10, transfers: 60 });
    const store = new MemoryUtxoStore({ network: 'BTC', derive: false, ...graph });
    const address = graph.transactions.flatMap(({ outputs }) => outputs.map(({ owner }) => owner)).find(Boolean) ?? '';
    const subject = await store.subject(address);
    if (subject === null) throw new Error('no records');
    const strange = store.records.find(({ inputs, outputs }) =>
      [...inputs, ...outputs].every(({ owner }) => owner !== subject.node),
    );
    const none = await walk(store, subject, 'bwd', { only: [strange?.node ?? 0] });
    expect([none.records, none.amount]).toEqual([0, 0n]);
    await expect(walk(store, subject, 'bwd', { only: [10 ** 9] })).rejects.toThrow();
  });
});
