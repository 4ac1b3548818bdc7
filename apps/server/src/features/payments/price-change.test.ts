import { PLANS } from '@assay/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { goodsOfPlan } from './goods.ts';
import { newSub, passPeriod, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;
const SHOWN_CENTS = 2400;
const TIMEOUT = { timeout: 120_000 };

/** As a version with another catalogue has it, which takes over orders of the version before. */
function changePrice(priceCents: number): void {
  const plan = PLANS.find(({ id }) => id === BASIC_MONTH);
  if (plan === undefined) throw new Error('No Basic');
  Object.assign(plan, { priceCents });
}

afterEach(() => changePrice(SHOWN_CENTS));

describe('a plan whose price changes while an order is open', () => {
  const current = usePaymentsFixture();

  async function chargedTo(sub: string): Promise<readonly number[]> {
    const { rows } = await current.fixture.pool.query<{ cents: number }>(
      `SELECT p.amount_cents AS cents FROM payments p JOIN orders o ON o.id = p.order_id WHERE o.sub = $1 ORDER BY p.paid_at`,
      [sub],
    );
    return rows.map(({ cents }) => cents);
  }

  it.each([9900, 100])(
    'charges by card what was shown, also for renewals; new orders cost %d',
    TIMEOUT,
    async (cents) => {
      const { fixture } = current;
      const sub = newSub();
      const order = await fixture.buyPlan(sub, BASIC_MONTH);
      changePrice(cents);
      payOrder(fixture, order);
      await fixture.payments.order(sub, order.id);
      expect(await chargedTo(sub)).toEqual([SHOWN_CENTS]);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
      expect((await fixture.payments.subscription(sub))?.order.amountCents).toBe(SHOWN_CENTS);
      passPeriod(fixture, order.id);
      await fixture.payments.reconcile();
      expect(await chargedTo(sub)).toEqual([SHOWN_CENTS, SHOWN_CENTS]);
      const later = await fixture.buyPlan(newSub(), BASIC_MONTH);
      expect(later.amountCents).toBe(cents);
    },
  );

  it('asks by crypto for what was shown: a lower price since makes a part of it no full payment', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const goods = goodsOfPlan(BASIC_MONTH);
    if (goods === null) throw new Error('Not for sale');
    const order = await fixture.buyByCrypto(sub, goods);
    changePrice(100);
    const payment = fixture.crypto.begin(order.reference ?? '');
    // A tenth of what was asked for is more than the new price.
    fixture.crypto.move(payment, 'partially_paid', 10);
    await fixture.payments.order(sub, order.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    fixture.crypto.move(payment, 'finished', 100);
    await fixture.payments.order(sub, order.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
    expect(await chargedTo(sub)).toEqual([SHOWN_CENTS]);
  });
});
