import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { newSub, payOrder, RETURNS, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfChecks } from './goods.ts';

describe('an order for check credits that is paid on the payment provider’s page', () => {
  const payments = usePaymentsFixture();

  async function open(sub: string, email: string | null, checks = 40) {
    const { order, url } = await payments.fixture.payments.buy(
      { sub, email },
      { provider: 'stripe', goods: goodsOfChecks(checks, DEFAULT_PRICE_LIST), ...RETURNS, isHosted: true },
    );
    return { order: await payments.fixture.payments.order(sub, order.id), url };
  }

  it('requires no email address or card form, and is credited once by messages and by reading the order', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const { order, url } = await open(sub, null);
    expect(new URL(url ?? '').origin).toBe(fixture.stripe.url);
    const page = await (await fetch(url ?? '')).text();
    expect(page).toContain('40 checks');

    payOrder(fixture, order);
    for (const message of fixture.stripe.messages.filter(({ body }) => body.includes(order.id))) {
      await fixture.deliver(message);
      await fixture.deliver(message);
    }

    expect((await fixture.payments.order(sub, order.id)).status).toBe('paid');
    expect(await fixture.holds(sub)).toMatchObject({ checks: 40 });
    expect((await fixture.payments.receipts(sub)).map(({ amountCents }) => amountCents)).toEqual([order.amountCents]);
  });

  it('is found by reconciliation where no message arrived, and revoked when it is refunded', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    payOrder(fixture, order);
    fixture.passTime(11 * 60_000);
    await fixture.payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });

    const intent = fixture.stripe.state.intents.get(
      fixture.stripe.state.sessions.get(order.reference ?? '')?.intent ?? 'none',
    );
    if (intent === undefined) throw new Error('Nothing was paid');
    fixture.stripe.actions.refund(intent);
    const reported = fixture.stripe.messages.at(-1);
    if (reported !== undefined) await fixture.deliver(reported);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('is matched to its payment by a message where the response to its creation was lost', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    payOrder(fixture, order);
    await fixture.pool.query(`UPDATE orders SET reference = NULL WHERE id = $1`, [order.id]);
    const reported = fixture.stripe.messages.find(
      ({ body }) => body.includes('payment_intent.succeeded') && body.includes(order.id),
    );
    if (reported === undefined) throw new Error('Nothing was reported');
    await fixture.deliver(reported);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
  });

  it('has no card form on the site', async () => {
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    await expect(payments.fixture.payments.cardForm(sub, order.id)).rejects.toMatchObject({ errorName: 'NotFound' });
  });

  it('expires with the payment provider’s page', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    const session = fixture.stripe.state.sessions.get(order.reference ?? '');
    if (session === undefined) throw new Error('There is no page');
    fixture.stripe.actions.expireSession(session);
    expect((await fixture.payments.order(sub, order.id)).status).toBe('expired');
  });
});
