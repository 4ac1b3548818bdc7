import { describe, expect, it } from 'vitest';
import { wireHeldOrders } from '../open/payments.ts';
import { newSub, passPeriod, payOrder, QUIET, usePaymentsFixture } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;
const TIMEOUT = { timeout: 60_000 };

describe('an invoice of a subscription that is not in the price of its order', () => {
  const current = usePaymentsFixture();

  /** As an operator who changes a price, or a discount, in the provider's dashboard. */
  function setPrice(cents: number, currency = 'usd'): void {
    const { prices } = current.fixture.stripe.state;
    for (const price of [...prices.values()]) prices.set(price.id, { ...price, cents, currency });
  }

  it('credits no period, is held with what was paid, and renews nothing else', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    const before = await fixture.holds(sub);
    expect(before.checks).toBe(30);
    setPrice(1);
    passPeriod(fixture, order.id);
    for (const message of fixture.stripe.messages) await fixture.deliver(message);
    await fixture.payments.addMonthlyChecks();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
    expect(await fixture.payments.receipts(sub)).toHaveLength(1);
    const held = wireHeldOrders(fixture.pool, { log: QUIET, clock: { now: () => fixture.now() } });
    expect((await held.show(order.id)).order.held).toMatchObject([{ reason: 'less', amount: '0.01', asset: 'usd' }]);
    await expect(held.decide(order.id, { what: 'order', deposit: null, reason: 'x' })).rejects.toMatchObject({
      errorName: 'OrderClosed',
    });
    await held.decide(order.id, { what: { checks: 30 }, deposit: null, reason: 'our price list changed' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
    setPrice(order.amountCents);
    passPeriod(fixture, order.id);
    for (const message of fixture.stripe.messages) await fixture.deliver(message);
    expect(await fixture.payments.receipts(sub)).toHaveLength(2);
  });

  it.each([
    { currency: 'eur', cents: 990, amount: '9.9' },
    { currency: 'jpy', cents: 1490, amount: '1490' },
    { currency: 'kwd', cents: 3045, amount: '3.045' },
  ])('credits no period and is held in $currency, as it was paid', TIMEOUT, async ({ currency, cents, amount }) => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order);
    await fixture.payments.order(sub, order.id);
    setPrice(cents, currency);
    passPeriod(fixture, order.id);
    for (const message of fixture.stripe.messages) await fixture.deliver(message);
    setPrice(order.amountCents);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
    const held = wireHeldOrders(fixture.pool, { log: QUIET, clock: { now: () => fixture.now() } });
    expect((await held.show(order.id)).order.held).toMatchObject([{ reason: 'unclear', amount, asset: currency }]);
    expect((await fixture.payments.waiting(sub)).map(({ id }) => id)).toEqual([order.id]);
    const { invoices, intents } = fixture.stripe.state;
    const { subscription } = await fixture.payments.order(sub, order.id);
    const invoice = [...invoices.values()].find(
      (one) => one.subscription === subscription && one.currency === currency,
    );
    const paid = intents.get(invoice?.intent ?? '');
    if (paid === undefined) throw new Error('Nothing was paid');
    fixture.stripe.actions.refund(paid);
    for (const message of fixture.stripe.messages) await fixture.deliver(message);
    expect((await held.show(order.id)).order.held).toEqual([]);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
  });

  it('credits nothing as the first payment either', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    setPrice(100);
    payOrder(fixture, order);
    for (const message of fixture.stripe.messages) await fixture.deliver(message);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'partial' });
    setPrice(order.amountCents);
  });
});
