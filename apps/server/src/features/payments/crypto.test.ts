import { describe, expect, it } from 'vitest';
import { goodsOfChecks, goodsOfPlan } from './goods.ts';
import { DAY_MS, newSub, useTill } from './test/payments-fixture.ts';

describe('paying by crypto', () => {
  const place = useTill();

  async function opened(checks = 100) {
    const sub = newSub();
    const order = await place.till.buyByCrypto(sub, goodsOfChecks(checks));
    expect(order.status).toBe('pending');
    return { sub, order, payment: place.till.crypto.begin(order.reference ?? '') };
  }
  async function deliverAll() {
    for (const message of place.till.crypto.messages) await place.till.deliverCrypto(message);
  }

  it('credits what was paid once, also when more was sent than asked for', { timeout: 60_000 }, async () => {
    const { till } = place;
    const { sub, order, payment } = await opened();
    till.crypto.move(payment, 'confirming', 150);
    till.crypto.move(payment, 'finished', 150);
    await deliverAll();
    await deliverAll();
    expect(await till.holds(sub)).toMatchObject({ checks: 100 });
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
  });

  it('credits nothing for less than asked for, and the whole once the rest has come', { timeout: 60_000 }, async () => {
    const { till } = place;
    const { sub, order, payment } = await opened();
    till.crypto.move(payment, 'partially_paid', 50);
    await deliverAll();
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'partial' });
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });
    till.crypto.move(payment, 'finished', 100);
    await deliverAll();
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
    expect(await till.holds(sub)).toMatchObject({ checks: 100 });
  });

  it('credits a payment that came after the order had expired', { timeout: 60_000 }, async () => {
    const { till } = place;
    const { sub, order, payment } = await opened();
    till.crypto.move(payment, 'expired', 0);
    await deliverAll();
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'expired' });
    till.crypto.move(payment, 'finished', 100);
    await deliverAll();
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
    expect(await till.holds(sub)).toMatchObject({ checks: 100 });
  });

  it('finds a payment that no notification told of', { timeout: 60_000 }, async () => {
    const { till } = place;
    const { sub, payment } = await opened(20);
    till.crypto.move(payment, 'finished', 100);
    till.passTime(11 * 60_000);
    await till.payments.reconcile();
    expect(await till.holds(sub)).toMatchObject({ checks: 20 });
  });

  it('takes back what the provider paid back', { timeout: 60_000 }, async () => {
    const { till } = place;
    const { sub, order, payment } = await opened(20);
    till.crypto.move(payment, 'finished', 100);
    await deliverAll();
    till.crypto.move(payment, 'refunded', 100);
    await deliverAll();
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'refunded' });
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('adds the checks of a plan month by month until its paid time is over', { timeout: 60_000 }, async () => {
    const { till } = place;
    const sub = newSub();
    const goods = goodsOfPlan(12);
    expect(goods).not.toBeNull();
    if (goods === null) return;
    const order = await till.buyByCrypto(sub, goods);
    till.crypto.move(till.crypto.begin(order.reference ?? ''), 'finished', 100);
    await deliverAll();
    expect(await till.holds(sub)).toMatchObject({ checks: 100 });
    for (const checks of [200, 300]) {
      till.passTime(31 * DAY_MS);
      await till.payments.addMonthlyChecks();
      expect(await till.holds(sub)).toMatchObject({ checks });
    }
    till.passTime(35 * DAY_MS);
    await till.payments.addMonthlyChecks();
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('refuses what is not signed, or was changed', async () => {
    const { till } = place;
    const { payment } = await opened();
    till.crypto.move(payment, 'finished', 100);
    const message = till.crypto.messages.at(-1);
    if (message === undefined) throw new Error('No message');
    const headers = message.headers();
    const send = (body: string, signature?: string) =>
      till.payments.receive(
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
    // The keys may come in any order.
    const reversed = JSON.stringify(
      Object.fromEntries(Object.entries(JSON.parse(message.body) as object).toReversed()),
    );
    await expect(send(reversed, headers['x-nowpayments-sig'])).resolves.toMatchObject({ isNew: true });
  });
});
