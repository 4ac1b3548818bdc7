import { largestDifference } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { caseOf, EXACT, isOnList, NOBODY, numberOf, partsOf, sharesOf, worldOf } from '../../../test/coins-3-cases.ts';
import { coinHistory } from '../../../test/method-3/coin-walk.ts';
import { isBadSource, merge, NOTHING, sizeOf } from '../../../test/method-3/composition.ts';
import { divide, fraction, ONE, sum } from '../../../test/method-3/fraction.ts';
import type { NodeId } from '../../records/record.ts';
import { amountOf, coinHistoryOf } from './history.ts';
import { everOf, nowOf, plannedPaymentOf } from './mixtures.ts';
import { Parties } from './parties.ts';

const SEEDS = Array.from({ length: 24 }, (_, seed) => seed);
const NEAR = 1e-9;

const expectNear = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): void =>
  expect(largestDifference(one, other)).toBeLessThanOrEqual(NEAR);

async function bothOf(seed: number) {
  const { store, address } = caseOf(seed);
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  const history = await coinHistoryOf(store, subject.node);
  const parties = new Parties(store, subject, isOnList);
  return { store, history, parties, second: coinHistory(worldOf(store), address) };
}

type Both = Awaited<ReturnType<typeof bothOf>>;

async function compareMixtures({ history, parties, second }: Both): Promise<void> {
  const ever = await everOf(parties, history, 0n, EXACT);
  expect(ever === null).toBe(second.inflows.length === 0);
  if (ever !== null) {
    const all = sum(second.inflows.map(({ amount }) => amount));
    expectNear(sharesOf(ever), partsOf(merge(...second.inflows.map(({ came }) => came)), all));
    const bad = second.inflows.map(({ came, amount }) => numberOf(divide(sizeOf(came, isBadSource), amount)));
    for (const [index, share] of ever.badShares.entries()) expect(share).toBeCloseTo(bad[index] ?? Number.NaN, 9);
  }
  const now = await nowOf(parties, history, EXACT);
  if (now !== null) expectNear(sharesOf(now), partsOf(second.afterLastInflow?.composition ?? NOTHING, ONE));
  const { balance, composition } = second.atCutOff;
  expect(amountOf(history.heldNow)).toBe(balance.n);
  if (balance.n === 0n) return;
  const planned = await plannedPaymentOf(parties, history, { amount: balance.n, time: 0, isSample: false }, EXACT);
  if (planned.extent.rounds > 0) expectNear(sharesOf(planned), partsOf(composition, ONE));
}

function compareHistories({ store, history, second }: Both): void {
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
