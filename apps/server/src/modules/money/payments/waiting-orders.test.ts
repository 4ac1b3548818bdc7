import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { paymentsPart } from '../account-parts.store.ts';
import { goodsOfChecks, goodsOfPlan } from './plans/goods.ts';
import { DAY_MS, newSub, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

const TIMEOUT = { timeout: 60_000 };

describe('orders whose payment was begun and not completed', () => {
  const current = usePaymentsFixture();
  const waiting = async (sub: string) =>
    (await current.fixture.payments.waiting(sub)).map(({ id, status }) => ({ id, status }));

  async function underpaid(sub: string) {
    const { fixture } = current;
    const order = await fixture.buyByCrypto(sub, goodsOfChecks(100, DEFAULT_PRICE_LIST));
    const payment = fixture.crypto.begin(order.reference ?? '');
    fixture.crypto.move(payment, 'partially_paid', 50);
    return { order: await fixture.payments.order(sub, order.id), payment };
  }

  it('stay payable while they are underpaid, with what is missing, whatever is ordered later', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const { order } = await underpaid(sub);
    expect(order).toMatchObject({ status: 'partial', missingAmount: '0.005', missingCurrency: 'BTC' });
    expect(order.payUrl).toBe(`${fixture.crypto.url}/payment?iid=${order.reference}`);
    fixture.passTime(60_000);
    const later = await fixture.buyByCrypto(sub, goodsOfChecks(100, DEFAULT_PRICE_LIST));
    expect(await waiting(sub)).toEqual([
      { id: later.id, status: 'pending' },
      { id: order.id, status: 'partial' },
    ]);
    fixture.passTime(30 * DAY_MS);
    expect(await waiting(sub)).toEqual([{ id: order.id, status: 'partial' }]);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('are credited once when the rest arrives, and lack nothing then', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const { order, payment } = await underpaid(sub);
    fixture.crypto.move(payment, 'finished', 100);
    for (const message of fixture.crypto.messages.filter(({ body }) => body.includes(order.id))) {
      await fixture.deliverCrypto(message);
      await fixture.deliverCrypto(message);
    }
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid', missingAmount: null });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 100 });
    expect(await waiting(sub)).toEqual([]);
  });

  it('are asked about after a restore, all of them, and what was paid since is credited once', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const { payment } = await underpaid(sub);
    const signal = new AbortController().signal;
    const { asked } = await fixture.payments.reconcileAll(signal);
    fixture.crypto.move(payment, 'finished', 100);
    expect(await fixture.payments.reconcileAll(signal)).toEqual({ asked, changed: 1, failed: 0 });
    expect(await fixture.payments.reconcileAll(signal)).toEqual({ asked, changed: 0, failed: 0 });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 100 });
  });

  it('are shown to nobody else, and to nobody once the account was deleted', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const { order } = await underpaid(sub);
    expect(await waiting(newSub())).toEqual([]);
    await paymentsPart.erase(fixture.pool, sub);
    expect(await waiting(sub)).toEqual([]);
    const { rows } = await fixture.pool.query('SELECT pay_url FROM orders WHERE id = $1', [order.id]);
    expect(rows).toEqual([{ pay_url: null }]);
  });

  it('give way to a later order for the same, and end after three days', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const goods = goodsOfPlan(7, DEFAULT_PRICE_LIST);
    if (goods === null) throw new Error('Not for sale');
    await fixture.buyPlan(sub, 7);
    fixture.passTime(60_000);
    const byCard = await fixture.buyPlan(sub, 7);
    expect(await waiting(sub)).toEqual([{ id: byCard.id, status: 'pending' }]);
    expect(byCard.payUrl).toContain(fixture.stripe.url);
    payOrder(fixture, byCard);
    await fixture.payments.order(sub, byCard.id);
    expect(await waiting(sub)).toEqual([]);
    const form = await fixture.buyChecks(sub, 20);
    expect(form.payUrl).toBeNull();
    expect(await waiting(sub)).toEqual([{ id: form.id, status: 'pending' }]);
    fixture.passTime(4 * DAY_MS);
    expect(await waiting(sub)).toEqual([]);
  });
});
