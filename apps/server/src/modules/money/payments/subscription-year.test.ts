import { describe, expect, it } from 'vitest';
import { addMonths } from './plans/add-months.ts';
import { DAY_MS, newSub, passPeriod, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;
const BASIC_YEAR = 10;
const STANDARD_MONTH = 11;

describe('a subscription', () => {
  const current = usePaymentsFixture();
  const round = async () => {
    await current.fixture.payments.reconcile();
    await current.fixture.payments.addMonthlyChecks();
  };

  it('for a year adds its checks each month, carries them over, and ends when it was cancelled', {
    timeout: 120_000,
  }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_YEAR);
    expect(order).toMatchObject({ status: 'pending', amountCents: 23_040, checks: 360 });
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30, tariffs: [{ plan: BASIC_YEAR }] });
    await fixture.payments.cancel(sub);
    expect(await fixture.payments.subscription(sub)).toMatchObject({ order: { subscriptionStatus: 'cancelling' } });
    const counts: number[] = [];
    const begun = fixture.now();
    for (let month = 2; month <= 12; month += 1) {
      // Some hours into it: a month has 28 to 31 days, whenever this runs.
      fixture.passTime(addMonths(begun, month - 1).getTime() + 6 * 3_600_000 - fixture.now().getTime());
      await round();
      counts.push((await fixture.holds(sub)).checks);
    }
    expect(counts).toEqual([60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360]);
    fixture.passTime(40 * DAY_MS);
    await round();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0, tariffs: [] });
    expect(await fixture.payments.receipts(sub)).toHaveLength(1);
    expect(await fixture.payments.subscription(sub)).toBeNull();
  });

  it('paid month by month renews twelve times, with twelve receipts and twelve credits', {
    timeout: 120_000,
  }, async () => {
    const { fixture } = current;
    const sub = newSub();
    payOrder(fixture, await fixture.buyPlan(sub, BASIC_MONTH));
    for (let month = 1; month <= 11; month += 1) {
      fixture.passTime(30.5 * DAY_MS);
      await round();
    }
    const receipts = await fixture.payments.receipts(sub);
    const paid = [...fixture.stripe.state.invoices.values()].filter(({ status, subscription }) => {
      const owner = fixture.stripe.state.subscriptions.get(subscription)?.metadata['order_id'];
      return status === 'paid' && owner === receipts[0]?.orderId;
    });
    expect(receipts).toHaveLength(paid.length);
    expect(paid.length).toBeGreaterThanOrEqual(11);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 * paid.length });
  });

  it('whose renewal fails adds nothing, keeps what is left three days, and ends with the last try', {
    timeout: 120_000,
  }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order, '4000000000000341');
    await fixture.payments.order(sub, order.id);
    passPeriod(fixture, order.id);
    await round();
    expect(await fixture.payments.subscription(sub)).toMatchObject({ order: { subscriptionStatus: 'unpaid' } });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
    fixture.passTime(4 * DAY_MS);
    await round();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    fixture.passTime(10 * DAY_MS);
    await round();
    expect(await fixture.payments.subscription(sub)).toBeNull();
  });

  it('whose renewal comes through within three days loses nothing', { timeout: 120_000 }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order, '4000000000000341');
    await fixture.payments.order(sub, order.id);
    passPeriod(fixture, order.id);
    await round();
    const { subscription } = await fixture.payments.order(sub, order.id);
    const customer = fixture.stripe.state.subscriptions.get(subscription ?? '')?.customer ?? '';
    const good = { id: 'pm_good', customer, number: '4242424242424242' as const, created: fixture.stripe.state.now() };
    fixture.stripe.state.methods.set(good.id, good);
    const owner = fixture.stripe.state.customers.get(customer);
    if (owner !== undefined) owner.defaultMethod = good.id;
    fixture.passTime(2 * DAY_MS);
    await round();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
  });

  it('gives way to another plan, and is not bought twice', { timeout: 120_000 }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const first = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, first);
    await fixture.payments.order(sub, first.id);
    await expect(fixture.buyPlan(sub, BASIC_MONTH)).rejects.toMatchObject({ errorName: 'PlanIsCurrent' });
    fixture.passTime(60_000);
    const second = await fixture.buyPlan(sub, STANDARD_MONTH);
    payOrder(fixture, second);
    await fixture.payments.order(sub, second.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 130 });
    expect(await fixture.payments.subscription(sub)).toMatchObject({ order: { planId: STANDARD_MONTH } });
    const { subscription } = await fixture.payments.order(sub, first.id);
    expect(fixture.stripe.state.subscriptions.get(subscription ?? '')?.status).toBe('canceled');
    await fixture.payments.cancel(sub);
    await expect(fixture.payments.cancel(newSub())).rejects.toMatchObject({ errorName: 'NoSubscription' });
  });
});
