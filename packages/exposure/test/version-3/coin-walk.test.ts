import { bytesOf, largestDifference, Random } from '@assay/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkCoinPayment } from '../../src/version-3/coins/coin-payment.ts';
import type { CoinStore } from '../../src/version-3/coins/coin-store.ts';
import { walkCoinWallet } from '../../src/version-3/coins/coin-wallet.ts';
import { Parties } from '../../src/version-3/coins/parties.ts';
import { type CoinWalkOptions, walkStarts } from '../../src/version-3/coins/walk-starts.ts';
import type { Mixture } from '../../src/version-3/mixture.ts';
import { NOT_FOLLOWED } from '../method-3/composition.ts';
import { caseOf, EXACT, isOnList, sharesOf } from './coin-cases.ts';
import { streamedEver } from './coin-stream.ts';

const seeds = fc.noShrink(fc.nat());
const thresholds = fc.constantFrom(0, 1e-6, 1e-4, 1e-2, 0.1);

async function walletOf(store: CoinStore, address: string, options: CoinWalkOptions) {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  return { subject, ...(await walkCoinWallet(store, subject, isOnList, options)) };
}

async function mixtures(store: CoinStore, address: string, options: CoinWalkOptions) {
  const { ever, now } = await walletOf(store, address, options);
  return [ever, now] as const;
}

/** All of a result, but for places in the records, which a store gives. */
async function bytes(store: CoinStore, address: string, options: CoinWalkOptions): Promise<string> {
  const { ever, now } = await walletOf(store, address, options);
  const inflows = ever?.inflows.map(({ transaction: _transaction, ...inflow }) => inflow);
  return bytesOf([ever === null ? null : { ...ever, inflows }, now]);
}

const sumOf = (mixture: Mixture): number => [...sharesOf(mixture).values()].reduce((sum, share) => sum + share, 0);

describe('a walk of coins by version 3', { timeout: 120_000 }, () => {
  it('gives shares that sum to one, none negative', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, thresholds, async (seed, threshold) => {
        const { store, address } = caseOf(seed);
        for (const mixture of await mixtures(store, address, { threshold })) {
          if (mixture === null) continue;
          expect(Math.abs(sumOf(mixture) - 1)).toBeLessThanOrEqual(1e-9);
          expect([...sharesOf(mixture).values()].every((share) => share >= 0)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('agrees with one forward pass over all records at threshold 0', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store, address } = caseOf(seed);
        const [ever] = await mixtures(store, address, EXACT);
        const streamed = streamedEver(store, store.nodeOf(address) ?? -1, isOnList);
        expect(ever === null).toBe(streamed === null);
        if (ever === null || streamed === null) return;
        expect(largestDifference(sharesOf(ever), sharesOf(streamed))).toBeLessThanOrEqual(1e-9);
      }),
      { numRuns: 100 },
    );
  });

  it('only moves shares into R by a cut', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, thresholds, fc.boolean(), async (seed, threshold, lowering) => {
        const { store, address } = caseOf(seed);
        const cut = await mixtures(store, address, { threshold, targetNotFollowed: lowering ? 0.01 : 1 });
        for (const [index, exact] of (await mixtures(store, address, EXACT)).entries()) {
          const found = cut[index] ?? null;
          if (exact === null || found === null) continue;
          const all = sharesOf(exact);
          let missing = 0;
          for (const [key, share] of sharesOf(found)) {
            if (key === NOT_FOLLOWED) missing = share - (all.get(key) ?? 0);
            else expect(share).toBeLessThanOrEqual((all.get(key) ?? 0) + 1e-12);
          }
          expect(missing).toBeGreaterThanOrEqual(-1e-12);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes at most so many states, and leaves the rest to R', async () => {
    const { store, address } = caseOf(5);
    for (const maxStates of [0, 1, 3]) {
      for (const mixture of await mixtures(store, address, { threshold: 0, maxStates })) {
        expect(mixture?.cut.states).toBeLessThanOrEqual(maxStates);
        expect(sumOf(mixture ?? { rows: [], unknownOrigin: 0, notFollowed: 0 })).toBeCloseTo(1, 9);
      }
    }
  });

  it('gives the same bytes for records and labels in any order, any batching, and large ids', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, thresholds, async (seed, threshold) => {
        const random = new Random(seed);
        const { store, address, graph } = caseOf(seed);
        const { store: shuffled } = caseOf(seed, {
          transactions: random.shuffle([...graph.transactions, ...graph.transactions.slice(0, 3)]),
          labels: new Map([...graph.labels].map(([key, list]) => [key, random.shuffle(list)])),
          firstNode: 2 ** 21 + 1 + random.below(2 ** 30),
          firstPosition: 2 ** 32 + random.below(2 ** 40),
        });
        const plain = await bytes(store, address, { threshold });
        const batchSize = 1 + random.below(4);
        expect(await bytes(shuffled, address, { threshold, batchSize })).toBe(plain);
        expect(await bytes(readingAhead(shuffled), address, { threshold, batchSize })).toBe(plain);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same shares with and without evidence', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store, address } = caseOf(seed);
        const plain = await mixtures(store, address, { evidence: false });
        for (const [index, shown] of (await mixtures(store, address, {})).entries()) {
          const other = plain[index] ?? null;
          if (shown !== null && other !== null) expect(sharesOf(shown)).toEqual(sharesOf(other));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('rates a payment by what its receiver then has of it, with one owner fewer', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store, address } = caseOf(seed);
        const { subject, history } = await walletOf(store, address, EXACT);
        const parties = new Parties(store, subject, isOnList);
        for (const { transaction } of history.inflows) {
          const payment = await walkCoinPayment(store, subject, transaction, isOnList, EXACT);
          const start = { kind: 'inflow', transaction, isSeenFromPayers: false, weight: 1 } as const;
          const { mixture: received } = await walkStarts(parties, { starts: [start] }, EXACT);
          const senders = sum(payment.senders.map(({ share }) => share));
          expect(senders).toBeLessThanOrEqual(1 + 1e-9);
          const spenders = transaction.inputs.map(({ owner }) => owner);
          const isChange = spenders.includes(history.node);
          const isOwnCluster = spenders.some(
            (owner) => owner !== null && store.clusterOf(owner) === store.clusterOf(history.node),
          );
          if (isOwnCluster && !isChange) continue;
          const less = isChange ? 0 : 1;
          // Six means six or more: one fewer may be five or six.
          const near = largestDifference(sharesOf(withFewer(received, less)), sharesOf(withFewer(payment, 0)));
          expect(near).toBeLessThanOrEqual(1e-9);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('finds again what parts of its inflows carried in what was ever received', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, thresholds, async (seed, threshold) => {
        const { store, address } = caseOf(seed);
        const { ever } = await walletOf(store, address, { threshold });
        if (ever === null) return;
        const rowsOnly = (rows: Mixture['rows']) => sharesOf({ rows, unknownOrigin: 0, notFollowed: 0 });
        const near = (rows: Mixture['rows'], others: Mixture['rows']) =>
          expect(largestDifference(rowsOnly(rows), rowsOnly(others))).toBeLessThanOrEqual(1e-12);
        near(ever.carriedBy(ever.inflows.map(({ transaction }) => ({ transaction, part: 1 }))), ever.rows);
        const parts = ever.inflows.flatMap(({ transaction }) =>
          [0.25, 0.75].flatMap((part) => ever.carriedBy([{ transaction, part }])),
        );
        near(parts, ever.rows);
      }),
      { numRuns: 30 },
    );
  });

  it('finds the bad share of each start', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, thresholds, async (seed, threshold) => {
        const { store, address } = caseOf(seed);
        const { ever } = await walletOf(store, address, { threshold });
        if (ever === null) return;
        const bad = ever.inflows.map((inflow) => inflow.bad * (Number(inflow.amount) / Number(ever.amount)));
        const rows = ever.rows.filter(({ category }) => BAD.has(category)).map(({ share }) => share);
        expect(sum(bad)).toBeCloseTo(sum(rows), 9);
      }),
      { numRuns: 40 },
    );
  });
});

const BAD: ReadonlySet<string> = new Set(['sanctions', 'scam', 'mixer', 'gambling', 'coinjoin']);

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

/** Owners from five on are one. */
function withFewer(mixture: Mixture, less: number): Mixture {
  const owners = [1, 2, 3, 4, 5] as const;
  return {
    ...mixture,
    rows: mixture.rows.map((row) => ({ ...row, owners: owners[Math.min(4, Math.max(0, row.owners - less - 1))] ?? 5 })),
  };
}

/** The same store, as one that a round trip to costs something. */
function readingAhead(store: CoinStore): CoinStore {
  return {
    ledger: 'utxo',
    network: store.network,
    readsAhead: true,
    subject: (address) => store.subject(address),
    transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
    transactions: (nodes) => store.transactions(nodes),
    accounts: (nodes) => store.accounts(nodes),
    clustersOf: async (nodes) => (await store.clustersOf?.(nodes)) ?? nodes,
    transactionIds: (nodes) => store.transactionIds(nodes),
  };
}
