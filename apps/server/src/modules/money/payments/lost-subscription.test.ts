import { describe, expect, it } from 'vitest';
import type { Order } from './payments.ports.ts';
import {
  DAY_MS,
  newSub,
  type PaymentsFixture,
  passPeriod,
  payOrder,
  usePaymentsFixture,
} from './test/payments-fixture.ts';

const BASIC_MONTH = 7;

describe('a subscription whose payment was reversed', () => {
  const payments = usePaymentsFixture();

  async function paid(sub: string): Promise<Order> {
    const { fixture } = payments;
    const order = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, order);
    return fixture.payments.order(sub, order.id);
  }

  /** Every charge of the order so far, the oldest first. */
  function charges(fixture: PaymentsFixture, { id }: Order) {
    const { subscriptions, invoices, intents } = fixture.stripe.state;
    const own = [...subscriptions.values()].find(({ metadata }) => metadata['order_id'] === id);
    return [...invoices.values()]
      .filter(({ subscription, status }) => subscription === own?.id && status === 'paid')
      .flatMap(({ intent }) => intents.get(intent ?? '') ?? []);
  }

  const atProvider = ({ subscription }: Order) => payments.fixture.stripe.state.subscriptions.get(subscription ?? '');

  async function deliverNewest(times = 1): Promise<void> {
    const message = payments.fixture.stripe.messages.at(-1);
    for (let reported = 0; reported < times && message !== undefined; reported += 1)
      await payments.fixture.deliver(message);
  }

  it('by a full refund is ended at the payment provider, once, and never charged again', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const order = await paid(sub);
    const [charge] = charges(fixture, order);
    if (charge === undefined) throw new Error('Nothing was paid');
    fixture.stripe.actions.refund(charge);
    await deliverNewest(3);
    expect(atProvider(order)?.status).toBe('canceled');
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ subscriptionStatus: 'ended' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });
    const ended = fixture.stripe.messages.filter(
      ({ body }) => body.includes('customer.subscription.deleted') && body.includes(order.id),
    );
    expect(ended).toHaveLength(1);
    fixture.passTime(70 * DAY_MS);
    await fixture.payments.reconcile();
    expect(charges(fixture, order)).toHaveLength(1);
    expect(await fixture.payments.subscription(sub)).toBeNull();
  });

  it('by a lost dispute is ended too; an open or a won dispute does not end it', async () => {
    const { fixture } = payments;
    const [lost, won] = [newSub(), newSub()];
    for (const [sub, outcome] of [
      [lost, 'lost'],
      [won, 'won'],
    ] as const) {
      const order = await paid(sub);
      const [charge] = charges(fixture, order);
      if (charge === undefined) throw new Error('Nothing was paid');
      const dispute = fixture.stripe.actions.dispute(charge);
      await deliverNewest();
      expect(atProvider(order)?.status).toBe('active');
      fixture.stripe.actions.closeDispute(dispute, outcome);
      await deliverNewest();
      expect([outcome, atProvider(order)?.status]).toEqual([outcome, outcome === 'lost' ? 'canceled' : 'active']);
    }
  });

  it('in part, or for a past month, continues', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const order = await paid(sub);
    const [first] = charges(fixture, order);
    if (first === undefined) throw new Error('Nothing was paid');
    fixture.stripe.actions.refund(first, 100);
    await deliverNewest();
    expect(atProvider(order)?.status).toBe('active');
    passPeriod(fixture, order.id);
    await fixture.payments.reconcile();
    expect(charges(fixture, order)).toHaveLength(2);
    fixture.stripe.actions.refund(first);
    await deliverNewest();
    expect(atProvider(order)?.status).toBe('active');
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('is ended by the next reconciliation where the payment provider did not respond', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const order = await paid(sub);
    const [charge] = charges(fixture, order);
    if (charge === undefined) throw new Error('Nothing was paid');
    // It was ended at the payment provider at the same moment: nothing remains to be done, and nothing fails.
    fixture.stripe.actions.refund(charge);
    const reported = fixture.stripe.messages.at(-1);
    const subscription = atProvider(order);
    if (subscription !== undefined) fixture.stripe.actions.cancelNow(subscription);
    if (reported !== undefined) await fixture.deliver(reported);
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ subscriptionStatus: 'ended' });

    const other = await paid(newSub());
    const [another] = charges(fixture, other);
    if (another === undefined) throw new Error('Nothing was paid');
    fixture.stripe.actions.refund(another);
    fixture.passTime(21 * 3_600_000);
    fixture.stripe.failNext(50);
    await fixture.payments.reconcile();
    expect(atProvider(other)?.status).toBe('active');
    fixture.stripe.failNext(0);
    fixture.passTime(21 * 3_600_000);
    await fixture.payments.reconcile();
    expect(atProvider(other)?.status).toBe('canceled');
  }, 60_000);

  it('is ended when its account is deleted', async () => {
    const { fixture } = payments;
    const sub = newSub();
    const order = await paid(sub);
    await fixture.pool.query('UPDATE orders SET sub = NULL WHERE sub = $1', [sub]);
    fixture.passTime(21 * 3_600_000);
    await fixture.payments.reconcile();
    expect(atProvider(order)?.status).toBe('canceled');
  });
});
