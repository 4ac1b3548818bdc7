import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { DAY_MS, newSub, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfChecks, goodsOfPlan } from './goods.ts';

describe('payment by crypto', () => {
  const current = usePaymentsFixture();

  async function opened(checks = 100) {
    const sub = newSub();
    const order = await current.fixture.buyByCrypto(sub, goodsOfChecks(checks, DEFAULT_PRICE_LIST));
    expect(order.status).toBe('pending');
    return { sub, order, payment: current.fixture.crypto.begin(order.reference ?? '') };
  }
  async function deliverAll() {
    for (const message of current.fixture.crypto.messages) await current.fixture.deliverCrypto(message);
  }

  it('credits a payment once, also when more was sent than the price', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const { sub, order, payment } = await opened();
    fixture.crypto.move(payment, 'confirming', 150);
    fixture.crypto.move(payment, 'finished', 150);
    await deliverAll();
    await deliverAll();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 100 });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
  });

  it('credits nothing for less than the price, and everything after the remainder was paid', {
    timeout: 60_000,
  }, async () => {
    const { fixture } = current;
    const { sub, order, payment } = await opened();
    fixture.crypto.move(payment, 'partially_paid', 50);
    await deliverAll();
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'partial' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    fixture.crypto.move(payment, 'finished', 100);
    await deliverAll();
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 100 });
  });

  it('credits a payment that was made after the order had expired', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const { sub, order, payment } = await opened();
    fixture.crypto.move(payment, 'expired', 0);
    await deliverAll();
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'expired' });
    fixture.crypto.move(payment, 'finished', 100);
    await deliverAll();
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 100 });
  });

  it('finds a payment without a notification', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const { sub, payment } = await opened(20);
    fixture.crypto.move(payment, 'finished', 100);
    fixture.passTime(11 * 60_000);
    await fixture.payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 20 });
  });

  it('revokes the check credits that the payment provider refunded', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const { sub, order, payment } = await opened(20);
    fixture.crypto.move(payment, 'finished', 100);
    await deliverAll();
    fixture.crypto.move(payment, 'refunded', 100);
    await deliverAll();
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'refunded' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('adds the check credits of a plan each month until its paid time ends', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const goods = goodsOfPlan(12, DEFAULT_PRICE_LIST);
    expect(goods).not.toBeNull();
    if (goods === null) return;
    const order = await fixture.buyByCrypto(sub, goods);
    fixture.crypto.move(fixture.crypto.begin(order.reference ?? ''), 'finished', 100);
    await deliverAll();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 100 });
    for (const checks of [200, 300]) {
      fixture.passTime(31 * DAY_MS);
      await fixture.payments.addMonthlyChecks();
      expect(await fixture.holds(sub)).toMatchObject({ checks });
    }
    fixture.passTime(35 * DAY_MS);
    await fixture.payments.addMonthlyChecks();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('refuses a notification that is not signed or was changed', async () => {
    const { fixture } = current;
    const { payment } = await opened();
    fixture.crypto.move(payment, 'finished', 100);
    const message = fixture.crypto.messages.at(-1);
    if (message === undefined) throw new Error('No message');
    const headers = message.headers();
    const send = (body: string, signature?: string) =>
      fixture.payments.receive(
        'nowpayments',
        Buffer.from(body),
        signature === undefined ? {} : { 'x-nowpayments-sig': signature },
      );
    await expect(send(message.body)).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    await expect(send(message.body, 'ab')).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    await expect(send(message.body, 'a'.repeat(128))).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    const changed = message.body.replace('"btc"', '"eth"');
    await expect(send(changed, headers['x-nowpayments-sig'])).rejects.toMatchObject({ errorName: 'SignatureRefused' });
    await expect(send('no json', headers['x-nowpayments-sig'])).rejects.toMatchObject({
      errorName: 'SignatureRefused',
    });
    // The keys may be in any order.
    const reversed = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(message.body) as object).toReversed()),
    );
    await expect(send(reversed, headers['x-nowpayments-sig'])).resolves.toMatchObject({ isNew: true });
  });
});
