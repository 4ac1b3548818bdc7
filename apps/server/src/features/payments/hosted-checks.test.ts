import { describe, expect, it } from 'vitest';
import { goodsOfChecks } from './goods.ts';
import { newSub, payOrder, RETURNS, useTill } from './test/payments-fixture.ts';

describe('checks that are paid for on the provider’s own page', () => {
  const house = useTill();

  async function open(sub: string, email: string | null, checks = 40) {
    const { order, url } = await house.till.payments.buy(
      { sub, email },
      { provider: 'stripe', goods: goodsOfChecks(checks), ...RETURNS, isHosted: true },
    );
    return { order: await house.till.payments.order(sub, order.id), url };
  }

  it('needs no e-mail and no form of ours, and credits once by message and look', async () => {
    const { till } = house;
    const sub = newSub();
    const { order, url } = await open(sub, null);
    expect(new URL(url ?? '').origin).toBe(till.stripe.url);
    const page = await (await fetch(url ?? '')).text();
    expect(page).toContain('40 checks');

    payOrder(till, order);
    for (const message of till.stripe.messages.filter(({ body }) => body.includes(order.id))) {
      await till.deliver(message);
      await till.deliver(message);
    }

    expect((await till.payments.order(sub, order.id)).status).toBe('paid');
    expect(await till.holds(sub)).toMatchObject({ checks: 40 });
    expect((await till.payments.receipts(sub)).map(({ amountCents }) => amountCents)).toEqual([order.amountCents]);
  });

  it('is found by the round where no message came, and taken back when it is refunded', async () => {
    const { till } = house;
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    payOrder(till, order);
    till.passTime(11 * 60_000);
    await till.payments.reconcile();
    expect(await till.holds(sub)).toMatchObject({ checks: 10 });

    const intent = till.stripe.state.intents.get(
      till.stripe.state.sessions.get(order.reference ?? '')?.intent ?? 'none',
    );
    if (intent === undefined) throw new Error('Nothing was paid');
    till.stripe.actions.refund(intent);
    const told = till.stripe.messages.at(-1);
    if (told !== undefined) await till.deliver(told);
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });
  });

  it('finds its payment by a message where the answer to the opening was lost', async () => {
    const { till } = house;
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    payOrder(till, order);
    await till.pool.query(`UPDATE orders SET reference = NULL WHERE id = $1`, [order.id]);
    const told = till.stripe.messages.find(
      ({ body }) => body.includes('payment_intent.succeeded') && body.includes(order.id),
    );
    if (told === undefined) throw new Error('Nothing was told');
    await till.deliver(told);
    expect(await till.holds(sub)).toMatchObject({ checks: 10 });
  });

  it('has no card form on our pages', async () => {
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    await expect(house.till.payments.cardForm(sub, order.id)).rejects.toMatchObject({ errorName: 'NotFound' });
  });

  it('expires with the provider’s page', async () => {
    const { till } = house;
    const sub = newSub();
    const { order } = await open(sub, null, 10);
    const session = till.stripe.state.sessions.get(order.reference ?? '');
    if (session === undefined) throw new Error('There is no page');
    till.stripe.actions.expireSession(session);
    expect((await till.payments.order(sub, order.id)).status).toBe('expired');
  });
});
