import { Random } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { ISSUER } from '../../src/records/raw-records.ts';
import type { NodeId } from '../../src/records/record.ts';
import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import { isBad } from '../../src/version-3/rating/floors/risk-row.ts';
import type { AssetTransfer } from '../../src/version-3/store/asset-transactions.ts';
import type { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import { walkPlannedPayment } from '../../src/version-3/walk/payment-walk.ts';
import {
  type EverWalk,
  type WalletWalk,
  type WalletWalkOptions,
  walkWallet,
} from '../../src/version-3/walk/wallet-walk.ts';
import { NOT_FOLLOWED } from '../method-3/composition.ts';
import { ACCOUNTS, ASSET, isOnReviewedList, labelOf, type RandomHistory, randomHistory, storeOf } from './histories.ts';
import { expectSameShares, type Shares, sharesOf, sharesOfRows } from './page-shares.ts';
import { StreamingPass } from './streaming-pass.ts';

const SEEDS = Array.from({ length: 16 }, (_, index) => 10_000 + index);
const TRANSACTIONS = 90;
const THRESHOLDS = [0, 1e-6, 1e-4, 1e-2, 0.1];
const ONE_ROUND = { targetNotFollowed: 1 } as const;

async function walk(store: MemoryFlows, address: string, options: WalletWalkOptions = {}): Promise<WalletWalk> {
  const subject = await store.subject(address);
  return subject === null ? { ever: null, now: null } : walkWallet(store, subject, isOnReviewedList, options);
}

async function ofEach(
  store: MemoryFlows,
  options: WalletWalkOptions,
  check: (ever: EverWalk, now: Mixture, address: string) => Promise<void> | void,
): Promise<void> {
  for (const address of ['a', 'b', 'c']) {
    const { ever, now } = await walk(store, address, options);
    if (ever !== null && now !== null) await check(ever, now, address);
  }
}

const sumOf = (rows: readonly MixtureRow[]): number => rows.reduce((sum, { share }) => sum + share, 0);
const badOf = ({ rows }: Mixture): readonly MixtureRow[] => rows.filter(isBad);

/** Shares that no exchange changes. */
const fixedOf = (mixture: Mixture): Shares =>
  new Map([...sharesOfRows(badOf(mixture)), [NOT_FOLLOWED, mixture.notFollowed]]);

describe('a walk of version 3', () => {
  it('finds shares that sum to 1, whatever was cut', async () => {
    for (const [index, seed] of SEEDS.entries()) {
      const threshold = THRESHOLDS[index % THRESHOLDS.length] ?? 0;
      const maxStates = index % 3 === 0 ? 40 : 100_000;
      await ofEach(storeOf(randomHistory(seed, TRANSACTIONS)), { threshold, maxStates, ...ONE_ROUND }, (ever, now) => {
        for (const { rows, unknownOrigin, notFollowed } of [ever, now]) {
          expect(sumOf(rows) + unknownOrigin + notFollowed).toBeCloseTo(1, 9);
          for (const { share } of rows) expect(share > 0 && share <= 1 + 1e-9).toBe(true);
        }
      });
    }
  });

  it('finds at threshold 0 what one pass over all records finds', async () => {
    for (const seed of SEEDS) {
      const store = storeOf(randomHistory(seed, TRANSACTIONS));
      await ofEach(store, { threshold: 0 }, async (ever, now, address) => {
        const expected = await StreamingPass.over(store, store.nodeOf(address) ?? -1);
        expectSameShares(sharesOf(ever), sharesOf(expected.ever), `ever of ${address} in ${seed}`);
        expectSameShares(sharesOf(now), sharesOf(expected.now), `now of ${address} in ${seed}`);
      });
    }
  });

  it('moves shares only into R where it is cut', async () => {
    for (const seed of SEEDS) {
      const store = storeOf(randomHistory(seed, TRANSACTIONS));
      for (const cut of [{ threshold: 0.01 }, { threshold: 0.2 }, { threshold: 0, maxStates: 15 }]) {
        await ofEach(store, { ...cut, ...ONE_ROUND }, async (ever, now, address) => {
          const exact = await walk(store, address, { threshold: 0 });
          for (const [found, whole] of [[ever, exact.ever] as const, [now, exact.now] as const]) {
            const shares = whole === null ? new Map<string, number>() : sharesOf(whole);
            for (const [key, share] of sharesOf(found)) {
              if (key !== NOT_FOLLOWED) expect(share).toBeLessThanOrEqual((shares.get(key) ?? 0) + 1e-9);
            }
          }
        });
      }
    }
  });

  it('says of each inflow how much is bad, and what it carried, as ever has it, whatever was cut', async () => {
    for (const [index, seed] of SEEDS.entries()) {
      const threshold = THRESHOLDS[index % THRESHOLDS.length] ?? 0;
      await ofEach(storeOf(randomHistory(seed, TRANSACTIONS)), { threshold, ...ONE_ROUND }, (ever) => {
        const bad = ever.inflows.map(({ amount, bad: share }) => (Number(amount) / Number(ever.amount)) * share);
        expect(bad.reduce((sum, share) => sum + share, 0)).toBeCloseTo(sumOf(badOf(ever)), 9);
        const all = ever.inflows.map(({ transaction }) => ({ transaction, part: 1, payer: null }));
        expectSameShares(sharesOfRows(ever.carriedBy(all)), sharesOfRows(ever.rows), `history ${seed}`);
      });
    }
  });

  it('conserves bad amounts among accounts without labels', async () => {
    for (const seed of SEEDS) {
      const { transfers } = randomHistory(seed, TRANSACTIONS);
      const openings = new Map(ACCOUNTS.map((address, index) => [address, BigInt(index * 30)]));
      const labels = new Map([['a', [labelOf({ category: 'scam', entity: 'A' })]]]);
      // What nobody with a label receives, and no fee takes, is held by accounts without labels.
      const labelled = ['a', ISSUER];
      const kept = transfers
        .filter(({ from, to, kind }) => !labelled.includes(to) && from !== ISSUER && kind !== 'fee')
        // Of a balance, a share is exact to the double next to 1: amounts of one size show that none of it is lost.
        .map((transfer) => ({ ...transfer, amount: (transfer.amount % 1000n) + 1n }));
      const store = storeOf({ ...NOTHING, transfers: kept, openings, labels });
      const thief = store.nodeOf('a');
      const taken = store.flows.reduce((sum, { from, amount }) => sum + (from === thief ? amount : 0n), 0n);
      let held = 0;
      for (const [address, balance] of balancesOf(store, openings)) {
        const holder = address === 'a' ? null : await store.subject(address);
        if (holder === null) continue;
        const asked = { amount: 1n, balance: balance > 0n ? 1n : 0n, time: 2_000_000_000 };
        const composition = await walkPlannedPayment(store, holder, asked, isOnReviewedList, { threshold: 0 });
        held += Number(balance) * sumOf(badOf(composition));
      }
      if (taken > 0n) expect(held / Number(taken), `history ${seed}`).toBeCloseTo(1, 9);
    }
  });

  it('is the same where money goes in a loop inside a transaction, of any asset', async () => {
    for (const seed of SEEDS) {
      const random = new Random(seed);
      const history = { ...randomHistory(seed, TRANSACTIONS), notReadWhole: new Set<string>() };
      const unlabelled = ACCOUNTS.filter((account) => !history.labels.has(account));
      const loops = history.transfers
        .filter(() => random.chance(0.2))
        .flatMap((transfer) => loopIn(random, transfer, unlabelled));
      const store = storeOf({ ...history, transfers: [...history.transfers, ...loops] });
      await ofEach(storeOf(history), { threshold: 0 }, async (ever, now, address) => {
        const looped = await walk(store, address, { threshold: 0 });
        if (looped.ever === null || looped.now === null) throw new Error('nothing came in');
        expectSameShares(sharesOf(looped.ever), sharesOf(ever), `ever of ${address} in ${seed}`);
        expectSameShares(sharesOf(looped.now), sharesOf(now), `now of ${address} in ${seed}`);
      });
    }
  });

  it('finds the same shares of tier S, A, B and R where assets are exchanged', async () => {
    let exchanged = 0;
    for (const seed of SEEDS) {
      const history = { ...randomHistory(seed, TRANSACTIONS), notReadWhole: new Set<string>() };
      const alone = storeOf({ ...history, transfers: history.transfers.filter(({ asset }) => asset === ASSET) });
      await ofEach(storeOf(history), { threshold: 0 }, async (ever, now, address) => {
        const without = await walk(alone, address, { threshold: 0 });
        if (without.ever === null || without.now === null) throw new Error('nothing came in');
        expectSameShares(fixedOf(ever), fixedOf(without.ever), `ever of ${address} in ${seed}`);
        expectSameShares(fixedOf(now), fixedOf(without.now), `now of ${address} in ${seed}`);
        exchanged += sumOf(ever.rows.filter(({ entity }) => entity === 'exchanged'));
      });
    }
    expect(exchanged).toBeGreaterThan(1);
  });

  it('gives the same bytes whatever the pages, batches, ids, and the order of records and labels', async () => {
    for (const seed of SEEDS) {
      const history = randomHistory(seed, TRANSACTIONS);
      const other = storeOf(
        {
          ...history,
          transfers: new Random(seed).shuffle(history.transfers),
          labels: new Map([...history.labels].map(([address, labels]) => [address, labels.toReversed()])),
        },
        { firstNode: 2 ** 33, firstPosition: 2 ** 40 },
      );
      const store = storeOf(history);
      await ofEach(store, { threshold: 1e-3 }, async (ever, now, address) => {
        for (const size of [
          { batchSize: 1, pageLimit: 1 },
          { batchSize: 3, pageLimit: 2 },
        ]) {
          const again = await walk(other, address, { threshold: 1e-3, ...size });
          expect(bytesOf(again)).toBe(bytesOf({ ever, now }));
        }
      });
    }
  });
});

const NOTHING = { samples: new Set<string>(), notReadWhole: new Set<string>() } as const;

/** All of a walk but positions, which a store gives. */
const bytesOf = (walked: unknown): string =>
  JSON.stringify(walked, (key, value: unknown) => {
    if (key === 'transaction') return null;
    return typeof value === 'bigint' ? `${value}` : value;
  });

/** What each account holds after the last flow, by its address. */
function balancesOf(store: MemoryFlows, openings: RandomHistory['openings']): ReadonlyMap<string, bigint> {
  const balances = new Map(openings);
  const add = (node: NodeId, amount: bigint): void => {
    const { address } = store.partyOf(node);
    if (address === null) return;
    const after = (balances.get(address) ?? 0n) + amount;
    balances.set(address, after > 0n ? after : 0n);
  };
  for (const { from, to, amount } of store.flows) {
    add(from, -amount);
    add(to, amount);
  }
  return balances;
}

/** A loop through an account and two that nobody else knows. */
function loopIn(random: Random, transfer: AssetTransfer, accounts: readonly string[]): readonly AssetTransfer[] {
  const at = random.pick(accounts);
  const [amount, asset] = [random.amount(), random.pick([ASSET, 'dai'])];
  const ends = [
    [at, 'x'],
    ['x', 'y'],
    ['y', at],
  ] as const;
  return ends.map(([from, to], index) => ({ ...transfer, from, to, amount, asset, kind: 'token', index: 100 + index }));
}
