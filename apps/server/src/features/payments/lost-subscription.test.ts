import { describe, expect, it } from 'vitest';
import type { Order } from './payments.ports.ts';
import { DAY_MS, newSub, passPeriod, payOrder, type Till, useTill } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;

describe('a subscription whose money went back', () => {
  const house = useTill();

  async function paid(sub: string): Promise<Order> {
    const { till } = house;
    const order = await till.buyPlan(sub, BASIC_MONTH);
    payOrder(till, order);
    return till.payments.order(sub, order.id);
  }

  /** Every charge of the order so far, the oldest first. */
  function charges(till: Till, { id }: Order) {
    const { subscriptions, invoices, intents } = till.stripe.state;
    const own = [...subscriptions.values()].find(({ metadata }) => metadata['order_id'] === id);
    return [...invoices.values()]
      .filter(({ subscription, status }) => subscription === own?.id && status === 'paid')
      .flatMap(({ intent }) => intents.get(intent ?? '') ?? []);
  }

  const atProvider = ({ subscription }: Order) => house.till.stripe.state.subscriptions.get(subscription ?? '');

  async function tellNewest(times = 1): Promise<void> {
    const message = house.till.stripe.messages.at(-1);
    for (let told = 0; told < times && message !== undefined; told += 1) await house.till.deliver(message);
  }

  it('by a full refund is ended at the provider, once, and never charged again', async () => {
    const { till } = house;
    const sub = newSub();
    const order = await paid(sub);
    const [charge] = charges(till, order);
    if (charge === undefined) throw new Error('Nothing was paid');
    till.stripe.actions.refund(charge);
    await tellNewest(3);
    expect(atProvider(order)?.status).toBe('canceled');
    expect(await till.payments.order(sub, order.id)).toMatchObject({ subscriptionStatus: 'ended' });
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });
    const ended = till.stripe.messages.filter(
      ({ body }) => body.includes('customer.subscription.deleted') && body.includes(order.id),
    );
    expect(ended).toHaveLength(1);
    till.passTime(70 * DAY_MS);
    await till.payments.reconcile();
    expect(charges(till, order)).toHaveLength(1);
    expect(await till.payments.subscription(sub)).toBeNull();
  });

  it('by a lost dispute is ended too; an open one and a won one leave it', async () => {
    const { till } = house;
    const [lost, won] = [newSub(), newSub()];
    for (const [sub, outcome] of [
      [lost, 'lost'],
      [won, 'won'],
    ] as const) {
      const order = await paid(sub);
      const [charge] = charges(till, order);
      if (charge === undefined) throw new Error('Nothing was paid');
      const dispute = till.stripe.actions.dispute(charge);
      await tellNewest();
      expect(atProvider(order)?.status).toBe('active');
      till.stripe.actions.closeDispute(dispute, outcome);
      await tellNewest();
      expect([outcome, atProvider(order)?.status]).toEqual([outcome, outcome === 'lost' ? 'canceled' : 'active']);
    }
  });

  it('in part, or for a month that is over, goes on', async () => {
    const { till } = house;
    const sub = newSub();
    const order = await paid(sub);
    const [first] = charges(till, order);
    if (first === undefined) throw new Error('Nothing was paid');
    till.stripe.actions.refund(first, 100);
    await tellNewest();
    expect(atProvider(order)?.status).toBe('active');
    passPeriod(till, order.id);
    await till.payments.reconcile();
    expect(charges(till, order)).toHaveLength(2);
    till.stripe.actions.refund(first);
    await tellNewest();
    expect(atProvider(order)?.status).toBe('active');
    expect(await till.payments.order(sub, order.id)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('is ended with the next look where the provider did not answer', async () => {
    const { till } = house;
    const sub = newSub();
    const order = await paid(sub);
    const [charge] = charges(till, order);
    if (charge === undefined) throw new Error('Nothing was paid');
    // Ended by somebody at the provider in the same moment: nothing is left to do, and nothing fails.
    till.stripe.actions.refund(charge);
    const told = till.stripe.messages.at(-1);
    const subscription = atProvider(order);
    if (subscription !== undefined) till.stripe.actions.cancelNow(subscription);
    if (told !== undefined) await till.deliver(told);
    expect(await till.payments.order(sub, order.id)).toMatchObject({ subscriptionStatus: 'ended' });

    const other = await paid(newSub());
    const [another] = charges(till, other);
    if (another === undefined) throw new Error('Nothing was paid');
    till.stripe.actions.refund(another);
    till.passTime(21 * 3_600_000);
    till.stripe.failNext(50);
    await till.payments.reconcile();
    expect(atProvider(other)?.status).toBe('active');
    till.stripe.failNext(0);
    till.passTime(21 * 3_600_000);
    await till.payments.reconcile();
    expect(atProvider(other)?.status).toBe('canceled');
  }, 60_000);

  it('is ended when its account is gone', async () => {
    const { till } = house;
    const sub = newSub();
    const order = await paid(sub);
    await till.pool.query('UPDATE orders SET sub = NULL WHERE sub = $1', [sub]);
    till.passTime(21 * 3_600_000);
    await till.payments.reconcile();
    expect(atProvider(order)?.status).toBe('canceled');
  });
});
