import { describe, expect, it } from 'vitest';
import type { MemoryFlows } from '../../src/version-3/store/memory-flows.ts';
import { walkPayment, walkPlannedPayment } from '../../src/version-3/walk/payment-walk.ts';
import { type EverWalk, walkWallet } from '../../src/version-3/walk/wallet-walk.ts';
import { accountHistory } from '../method-3/account-walk.ts';
import { allOf, covered, fromLabel, isBadSource, R, UNKNOWN_ORIGIN } from '../method-3/composition.ts';
import { divide, fraction, isBelow, ONE } from '../method-3/fraction.ts';
import type { History } from '../method-3/model.ts';
import { ASSET, isOnReviewedList, type RandomHistory, randomHistory, storeOf, worldOf } from './histories.ts';
import {
  expectSameShares,
  numberOf,
  rowsAlone,
  sharesOf,
  sharesOfPage,
  sharesOfRows,
  sizeOfAll,
} from './page-shares.ts';

/** All is followed. */
const EXACT = { threshold: 0, evidence: false } as const;
const HISTORIES = 50;
const TRANSACTIONS = 25;

interface Case {
  readonly name: string;
  readonly history: RandomHistory;
  readonly store: MemoryFlows;
  readonly address: string;
  /** By the second implementation of the page. */
  readonly page: History;
}

/** Exact fractions take their time, so each history is walked once by the page. */
const cases: readonly Case[] = Array.from({ length: HISTORIES }, (_, seed) => {
  const history = randomHistory(seed, TRANSACTIONS);
  const store = storeOf(history);
  return ['a', 'b', 'c'].map((address): Case => {
    const page = accountHistory(worldOf(history), ASSET, address);
    return { name: `history ${seed} of ${address}`, history, store, address, page };
  });
}).flat();

async function forEachCase(check: (one: Case) => Promise<void>): Promise<void> {
  for (const one of cases) await check(one);
}

async function everOf({ store, address }: Case): Promise<EverWalk | null> {
  const subject = await store.subject(address);
  return subject === null ? null : (await walkWallet(store, subject, isOnReviewedList, EXACT)).ever;
}

describe('the walk of version 3 and the second implementation of its page', () => {
  it('find the same ever and now', async () => {
    await forEachCase(async ({ name, store, address, page }) => {
      const subject = await store.subject(address);
      if (subject === null || page.afterLastInflow === null) {
        expect(page.inflows).toEqual([]);
        return;
      }
      const { ever, now } = await walkWallet(store, subject, isOnReviewedList, EXACT);
      if (ever === null || now === null) throw new Error(`${name} came to nothing`);
      const came = sharesOfPage(
        page.inflows.map((inflow) => inflow.came),
        Number(ever.amount),
      );
      expectSameShares(sharesOf(ever), came, `ever of ${name}`);
      expectSameShares(sharesOf(now), sharesOfPage([page.afterLastInflow.composition], 1), `now of ${name}`);
    });
  });

  it('find the same bad share of each inflow', async () => {
    await forEachCase(async (one) => {
      const inflows = (await everOf(one))?.inflows ?? [];
      expect(inflows.map(({ amount }) => amount)).toEqual(one.page.inflows.map(({ amount }) => amount.n));
      for (const [index, { came, amount }] of one.page.inflows.entries()) {
        const bad = [...came.values()].filter(({ source }) => isBadSource(source));
        const expected = bad.reduce((sum, { size }) => sum + numberOf(size), 0) / numberOf(amount);
        expect(inflows[index]?.bad, `${one.name}, inflow ${index}`).toBeCloseTo(expected, 9);
      }
    });
  });

  it('find the same rows of a part of an inflow, and of what one account paid of it', async () => {
    await forEachCase(async (one) => {
      const ever = await everOf(one);
      for (const [index, { transaction }] of (ever?.inflows ?? []).entries()) {
        const inflow = one.page.inflows[index];
        if (ever === null || inflow === undefined) throw new Error('an inflow too many');
        const whole = Number(ever.amount);
        const half = ever.carriedBy([{ transaction, part: 0.5, payer: null }]);
        expectSameShares(sharesOfRows(half), rowsAlone(sharesOfPage([inflow.came], 2 * whole)), one.name);
        for (const [address, { came, paid }] of inflow.payers) {
          const payer = one.store.nodeOf(address);
          const rows = ever.carriedBy([{ transaction, part: 1, payer }]);
          // Steps 1 and 2 alone say what can be returned, so what it passed on beside that is left out.
          const beyond = Math.max(1, sizeOfAll(came) / numberOf(paid));
          expectSameShares(sharesOfRows(rows), rowsAlone(sharesOfPage([came], whole * beyond)), one.name);
        }
      }
    });
  });

  it('find the same payments: those by which ever grows, with one owner fewer', async () => {
    const atMostFive = (owners: number): number => Math.min(5, owners);
    const oneFewer = (owners: number): number => Math.min(5, Math.max(1, owners - 1));
    await forEachCase(async ({ name, store, address, page }) => {
      const receiver = await store.subject(address);
      const into = store.flows.filter(({ to }) => to === receiver?.node);
      const payments = [...Map.groupBy(into, ({ transaction }) => transaction).values()];
      for (const [index, flows] of payments.entries()) {
        const inflow = page.inflows[index];
        if (receiver === null || inflow === undefined) throw new Error('a payment too many');
        const found = await walkPayment(store, receiver, flows, isOnReviewedList, EXACT);
        const expected = sharesOfPage([inflow.came], numberOf(inflow.amount), oneFewer);
        expectSameShares(sharesOf(found, atMostFive), expected, `payment ${index} to ${name}`);
      }
    });
  });

  it('find the same planned payments', async () => {
    await forEachCase(async ({ name, history, store, address, page }) => {
      const sender = await store.subject(address);
      if (sender === null) return;
      const { balance, composition } = page.atCutOff;
      const time = 2_000_000_000;
      const world = worldOf(history);
      const label = world.labelAt(address, time);
      for (const amount of [balance.n / 2n + 1n, balance.n * 2n + 1n]) {
        const kappa = isBelow(balance, fraction(amount)) ? divide(balance, fraction(amount)) : ONE;
        const rest = history.samples.has(address) ? R : UNKNOWN_ORIGIN;
        const expected =
          label === null
            ? covered(composition, kappa, rest)
            : allOf({ ...fromLabel(label, time, world.onReviewedList), owners: 1 });
        const asked = { amount, balance: balance.n, time };
        const found = await walkPlannedPayment(store, sender, asked, isOnReviewedList, EXACT);
        expectSameShares(sharesOf(found), sharesOfPage([expected], 1), `a planned payment of ${name}`);
      }
    });
  });

  it('name the same senders of a payment', async () => {
    await forEachCase(async ({ name, store, address, page }) => {
      const receiver = await store.subject(address);
      const into = store.flows.filter(({ to }) => to === receiver?.node);
      for (const [index, flows] of [...Map.groupBy(into, ({ transaction }) => transaction).values()].entries()) {
        const inflow = page.inflows[index];
        if (receiver === null || inflow === undefined) throw new Error('a payment too many');
        if (flows.some(({ reading }) => reading === 'unread')) continue;
        const { senders } = await walkPayment(store, receiver, flows, isOnReviewedList, EXACT);
        const expected = new Map(
          [...inflow.payers].map(([payer, { came }]) => [
            String(store.nodeOf(payer)),
            sizeOfAll(came) / numberOf(inflow.amount),
          ]),
        );
        const found = new Map(senders.map(({ node, share }) => [String(node), share]));
        expectSameShares(found, expected, `senders to ${name}`);
      }
    });
  });
});
