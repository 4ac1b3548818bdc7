import { describe, expect, it } from 'vitest';
import { DAY_MS, newSub, passPeriod, payOrder, useTill } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;
const BASIC_YEAR = 10;
const STANDARD_MONTH = 11;

describe('a subscription', () => {
  const place = useTill();
  const round = async () => {
    await place.till.payments.reconcile();
    await place.till.payments.addMonthlyChecks();
  };

  it('for a year adds its checks each month, carries them over, and ends when it was cancelled', {
    timeout: 120_000,
  }, async () => {
    const { till } = place;
    const sub = newSub();
    const order = await till.buyPlan(sub, BASIC_YEAR);
    expect(order).toMatchObject({ status: 'pending', amountCents: 23_040, checks: 360 });
    payOrder(till, order);
    await till.payments.order(sub, order.id);
    expect(await till.holds(sub)).toMatchObject({ checks: 30, tariffs: [{ plan: BASIC_YEAR }] });
    await till.payments.cancel(sub);
    expect(await till.payments.subscription(sub)).toMatchObject({ order: { subscriptionStatus: 'cancelling' } });
    const counts: number[] = [];
    for (let month = 2; month <= 12; month += 1) {
      till.passTime(31 * DAY_MS - (month % 2) * 12 * 3_600_000);
      await round();
      counts.push((await till.holds(sub)).checks);
    }
    expect(counts).toEqual([60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360]);
    till.passTime(40 * DAY_MS);
    await round();
    expect(await till.holds(sub)).toMatchObject({ checks: 0, tariffs: [] });
    expect(await till.payments.receipts(sub)).toHaveLength(1);
    expect(await till.payments.subscription(sub)).toBeNull();
  });

  it('paid month by month renews twelve times, with twelve receipts and twelve credits', {
    timeout: 120_000,
  }, async () => {
    const { till } = place;
    const sub = newSub();
    payOrder(till, await till.buyPlan(sub, BASIC_MONTH));
    for (let month = 1; month <= 11; month += 1) {
      till.passTime(30.5 * DAY_MS);
      await round();
    }
    const receipts = await till.payments.receipts(sub);
    const paid = [...till.stripe.state.invoices.values()].filter(({ status, subscription }) => {
      const owner = till.stripe.state.subscriptions.get(subscription)?.metadata['order_id'];
      return status === 'paid' && owner === receipts[0]?.orderId;
    });
    expect(receipts).toHaveLength(paid.length);
    expect(paid.length).toBeGreaterThanOrEqual(11);
    expect(await till.holds(sub)).toMatchObject({ checks: 30 * paid.length });
  });

  it('whose renewal fails adds nothing, keeps what is left three days, and ends with the last try', {
    timeout: 120_000,
  }, async () => {
    const { till } = place;
    const sub = newSub();
    const order = await till.buyPlan(sub, BASIC_MONTH);
    payOrder(till, order, '4000000000000341');
    await till.payments.order(sub, order.id);
    passPeriod(till, order.id);
    await round();
    expect(await till.payments.subscription(sub)).toMatchObject({ order: { subscriptionStatus: 'unpaid' } });
    expect(await till.holds(sub)).toMatchObject({ checks: 30 });
    till.passTime(4 * DAY_MS);
    await round();
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });
    till.passTime(10 * DAY_MS);
    await round();
    expect(await till.payments.subscription(sub)).toBeNull();
  });

  it('whose renewal comes through within three days loses nothing', { timeout: 120_000 }, async () => {
    const { till } = place;
    const sub = newSub();
    const order = await till.buyPlan(sub, BASIC_MONTH);
    payOrder(till, order, '4000000000000341');
    await till.payments.order(sub, order.id);
    passPeriod(till, order.id);
    await round();
    const { subscription } = await till.payments.order(sub, order.id);
    const customer = till.stripe.state.subscriptions.get(subscription ?? '')?.customer ?? '';
    const good = { id: 'pm_good', customer, number: '4242424242424242' as const, created: till.stripe.state.now() };
    till.stripe.state.methods.set(good.id, good);
    const owner = till.stripe.state.customers.get(customer);
    if (owner !== undefined) owner.defaultMethod = good.id;
    till.passTime(2 * DAY_MS);
    await round();
    expect(await till.holds(sub)).toMatchObject({ checks: 60 });
  });

  it('gives way to another plan, and is not bought twice', { timeout: 120_000 }, async () => {
    const { till } = place;
    const sub = newSub();
    const first = await till.buyPlan(sub, BASIC_MONTH);
    payOrder(till, first);
    await till.payments.order(sub, first.id);
    await expect(till.buyPlan(sub, BASIC_MONTH)).rejects.toMatchObject({ errorName: 'PlanIsCurrent' });
    till.passTime(60_000);
    const second = await till.buyPlan(sub, STANDARD_MONTH);
    payOrder(till, second);
    await till.payments.order(sub, second.id);
    expect(await till.holds(sub)).toMatchObject({ checks: 130 });
    expect(await till.payments.subscription(sub)).toMatchObject({ order: { planId: STANDARD_MONTH } });
    const { subscription } = await till.payments.order(sub, first.id);
    expect(till.stripe.state.subscriptions.get(subscription ?? '')?.cancelsAtEnd).toBe(true);
    await till.payments.cancel(sub);
    await expect(till.payments.cancel(newSub())).rejects.toMatchObject({ errorName: 'NoSubscription' });
  });
});
