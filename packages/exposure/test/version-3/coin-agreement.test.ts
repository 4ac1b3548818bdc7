import { largestDifference } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import type { NodeId } from '../../src/records/record.ts';
import { walkPlannedCoins } from '../../src/version-3/coins/coin-payment.ts';
import { walkCoinWallet } from '../../src/version-3/coins/coin-wallet.ts';
import { amountOf } from '../../src/version-3/coins/history.ts';
import { coinHistory } from '../method-3/coin-walk.ts';
import { isBadSource, merge, NOTHING, sizeOf } from '../method-3/composition.ts';
import { divide, fraction, ONE, sum } from '../method-3/fraction.ts';
import { caseOf, EXACT, isOnList, NOBODY, numberOf, partsOf, sharesOf, worldOf } from './coin-cases.ts';

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed);
const NEAR = 1e-9;

const expectNear = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): void =>
  expect(largestDifference(one, other)).toBeLessThanOrEqual(NEAR);

async function bothOf(seed: number) {
  const { store, address } = caseOf(seed);
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  const wallet = await walkCoinWallet(store, subject, isOnList, EXACT);
  return { store, subject, wallet, second: coinHistory(worldOf(store), address) };
}

type Both = Awaited<ReturnType<typeof bothOf>>;

async function compareMixtures({ store, subject, wallet, second }: Both): Promise<void> {
  const { ever, now, history } = wallet;
  expect(ever === null).toBe(second.inflows.length === 0);
  if (ever !== null) {
    const all = sum(second.inflows.map(({ amount }) => amount));
    expectNear(sharesOf(ever), partsOf(merge(...second.inflows.map(({ came }) => came)), all));
    const bad = second.inflows.map(({ came, amount }) => numberOf(divide(sizeOf(came, isBadSource), amount)));
    for (const [index, inflow] of ever.inflows.entries()) expect(inflow.bad).toBeCloseTo(bad[index] ?? Number.NaN, 9);
  }
  if (now !== null) expectNear(sharesOf(now), partsOf(second.afterLastInflow?.composition ?? NOTHING, ONE));
  const { balance, composition } = second.atCutOff;
  expect(amountOf(history.heldNow)).toBe(balance.n);
  if (balance.n === 0n) return;
  const plan = { amount: balance.n, held: history.heldNow, time: 0, isSample: false };
  const planned = await walkPlannedCoins(store, subject, plan, isOnList, EXACT);
  if (planned.cut.rounds > 0) expectNear(sharesOf(planned), partsOf(composition, ONE));
}

function compareHistories({ store, wallet, second }: Both): void {
  const { history } = wallet;
  const nameOf = (node: NodeId | null): string => (node === null ? NOBODY : store.factsOf(node).address);
  expect(history.inflows.map(({ transaction, amount }) => [`${transaction.node}`, amount])).toEqual(
    second.inflows.map(({ transaction, amount }) => [transaction, amount.n / amount.d]),
  );
  expect(history.inflows.map(({ unspent }) => fraction(unspent))).toEqual(second.inflows.map(({ unspent }) => unspent));
  expect(
    history.inflows.map(({ payers }) => payers.map(({ payer, amount }) => `${nameOf(payer)} ${amount}`).sort()),
  ).toEqual(
    second.inflows.map(({ payers }) =>
      [...payers]
        .map(([payer, { paid }]) => `${payer} ${paid.n / paid.d}`)
        .filter((paid) => !paid.endsWith(' 0'))
        .sort(),
    ),
  );
  expect(history.payments.map(({ time, payee, amount }) => `${time} ${nameOf(payee)} ${amount}`).sort()).toEqual(
    second.payments
      .map(({ time, payee, amount }) => `${time} ${payee.startsWith(NOBODY) ? NOBODY : payee} ${amount.n / amount.d}`)
      .filter((payment) => !payment.endsWith(' 0'))
      .sort(),
  );
  expect(history.shortfalls.length).toBe(second.shortfalls.length);
}

describe('the walk of coins and the second implementation of the method', () => {
  it.each(SEEDS)('find the same mixtures and the same own history (graph %i)', async (seed) => {
    const both = await bothOf(seed);
    await compareMixtures(both);
    compareHistories(both);
  });
});
