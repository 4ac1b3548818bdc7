import { DEFAULT_PRICE_LIST, listedPlans, type PriceList } from '@assay/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { newSub, passPeriod, payOrder, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfChecks, goodsOfPlan } from './goods.ts';

const BASIC_MONTH = 7;
const SHOWN_CENTS = 2400;
const TIMEOUT = { timeout: 120_000 };

/** As the operator's file says it at the next start. */
function basicAt(monthCents: number, checksPerMonth = 30): PriceList {
  const { plans } = DEFAULT_PRICE_LIST;
  return { ...DEFAULT_PRICE_LIST, plans: { ...plans, basic: { monthCents, checksPerMonth, support: '24/7' } } };
}
const WITHOUT_BASIC: PriceList = {
  ...DEFAULT_PRICE_LIST,
  plans: { ...DEFAULT_PRICE_LIST.plans, basic: null },
};

describe('a plan whose price changes while an order is open', () => {
  const current = usePaymentsFixture();
  afterEach(() => current.fixture.startWith(DEFAULT_PRICE_LIST));

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
      fixture.startWith(basicAt(cents));
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
    const goods = goodsOfPlan(BASIC_MONTH, DEFAULT_PRICE_LIST);
    if (goods === null) throw new Error('Not for sale');
    const order = await fixture.buyByCrypto(sub, goods);
    fixture.startWith(basicAt(100));
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

  it.each([300, 1])(
    'brings the checks that were shown, also with renewals, where it now brings %d',
    TIMEOUT,
    async (checks) => {
      const { fixture } = current;
      const sub = newSub();
      const order = await fixture.buyPlan(sub, BASIC_MONTH);
      fixture.startWith(basicAt(SHOWN_CENTS, checks));
      payOrder(fixture, order);
      await fixture.payments.order(sub, order.id);
      expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
      expect((await fixture.payments.subscription(sub))?.nextAddition?.checks).toBe(30);
      passPeriod(fixture, order.id);
      await fixture.payments.reconcile();
      expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
      const other = newSub();
      const next = await fixture.buyPlan(other, BASIC_MONTH);
      payOrder(fixture, next);
      await fixture.payments.order(other, next.id);
      expect(await fixture.holds(other)).toMatchObject({ checks });
    },
  );

  it('goes on for those who hold it when it is offered no more, and is sold to nobody', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    fixture.startWith(WITHOUT_BASIC);
    // Paid after it went: the order was open.
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    passPeriod(fixture, order.id);
    await fixture.payments.reconcile();
    expect(await chargedTo(sub)).toEqual([SHOWN_CENTS, SHOWN_CENTS]);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 60, tariffs: [{ plan: BASIC_MONTH }] });
    await fixture.payments.cancel(sub);
    await fixture.payments.resume(sub);
    expect((await fixture.payments.subscription(sub))?.status).toBe('active');
    expect(goodsOfPlan(BASIC_MONTH, WITHOUT_BASIC)).toBeNull();
    expect(listedPlans(WITHOUT_BASIC).map(({ name }) => name)).not.toContain('Basic');
  });

  it('keeps on an invoice the price of one check that counted when it was ordered', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    fixture.startWith({ ...DEFAULT_PRICE_LIST, checkCents: 50 });
    const order = await fixture.buyChecks(sub, 200);
    expect(order).toMatchObject({ amountCents: 9000, unitCents: 50 });
    fixture.startWith({ ...DEFAULT_PRICE_LIST, checkCents: 500 });
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    expect((await fixture.payments.receipts(sub)).at(0)).toMatchObject({ amountCents: 9000, unitCents: 50 });
    expect(goodsOfChecks(200, fixture.payments.priceList)).toMatchObject({ amountCents: 90_000, unitCents: 500 });
  });

  it(
    'takes an order of the version before, which names no price of one check, for one at 99 cents',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const sub = newSub();
      const order = await fixture.buyChecks(sub, 10);
      await fixture.pool.query('UPDATE orders SET unit_cents = NULL WHERE id = $1', [order.id]);
      payOrder(fixture, order);
      await fixture.payments.order(sub, order.id);
      expect((await fixture.payments.receipts(sub)).at(0)).toMatchObject({ amountCents: 990, unitCents: 99 });
    },
  );
});
