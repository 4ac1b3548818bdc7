import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { ledger } from '../ledger/ledger.store.ts';
import { wirePayments } from '../open/payments.ts';
import { paidLosses } from './paid-losses.ts';
import type { Order } from './payments.ports.ts';
import { goodsOfPlan } from './plans/goods.ts';
import { DAY_MS, factsOf, newSub, passPeriod, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

const BASIC_MONTH = 7;
const BASIC_YEAR = 10;
const STANDARD_MONTH = 11;
const TIMEOUT = { timeout: 120_000 };

describe('another plan', () => {
  const current = usePaymentsFixture();

  function goods(planId: number) {
    const found = goodsOfPlan(planId, DEFAULT_PRICE_LIST);
    if (found === null) throw new Error('Not for sale');
    return found;
  }
  async function byCard(sub: string, planId: number, card?: '4000000000000341'): Promise<Order> {
    const order = await current.fixture.buyPlan(sub, planId);
    payOrder(current.fixture, order, card);
    return current.fixture.payments.order(sub, order.id);
  }
  async function openCrypto(sub: string, planId: number) {
    const order = await current.fixture.buyByCrypto(sub, goods(planId));
    return { order, payment: current.fixture.crypto.begin(order.reference ?? '') };
  }
  async function byCrypto(sub: string, planId: number): Promise<Order> {
    const { order, payment } = await openCrypto(sub, planId);
    current.fixture.crypto.move(payment, 'finished', 100);
    return current.fixture.payments.order(sub, order.id);
  }
  async function byEither(provider: 'card' | 'crypto', sub: string, planId: number) {
    current.fixture.passTime(60_000);
    return provider === 'card' ? byCard(sub, planId) : byCrypto(sub, planId);
  }
  const atProvider = ({ subscription }: Order) => current.fixture.stripe.state.subscriptions.get(subscription ?? '');
  const invoices = ({ subscription }: Order) =>
    [...current.fixture.stripe.state.invoices.values()].filter((invoice) => invoice.subscription === subscription);
  /** The plan that each half of the billing page names. */
  async function namedPlans(sub: string) {
    const { fixture } = current;
    const { currentTariff } = await ledger.stateOf(fixture.pool, sub, fixture.now());
    return [currentTariff?.plan.id, (await fixture.payments.subscription(sub))?.planId];
  }
  const round = async () => {
    await current.fixture.payments.reconcile();
    await current.fixture.payments.addMonthlyChecks();
  };

  it.each(['card', 'crypto'] as const)(
    'paid by %s ends the card subscription before it, and what was paid for stays to its end',
    TIMEOUT,
    async (provider) => {
      const { fixture } = current;
      const sub = newSub();
      const former = await byCard(sub, BASIC_MONTH);
      const until = (await fixture.holds(sub)).tariffs[0]?.until;
      fixture.passTime(10 * DAY_MS);
      await byEither(provider, sub, STANDARD_MONTH);
      expect(atProvider(former)?.status).toBe('canceled');
      expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
      const held = await fixture.holds(sub);
      expect(held.checks).toBe(130);
      expect(held.tariffs).toContainEqual({ plan: BASIC_MONTH, left: 30, until });
      passPeriod(fixture, former.id);
      await round();
      expect(invoices(former)).toHaveLength(1);
    },
  );

  it.each(['card', 'crypto'] as const)(
    'paid by %s leaves every paid month of a year to arrive',
    TIMEOUT,
    async (provider) => {
      const { fixture } = current;
      const sub = newSub();
      await byCard(sub, BASIC_YEAR);
      await byEither(provider, sub, STANDARD_MONTH);
      const plan = await fixture.payments.subscription(sub);
      const coming = plan?.additions.filter(({ planId }) => planId === BASIC_YEAR) ?? [];
      expect(coming.map(({ checks }) => checks)).toEqual(Array.from({ length: 11 }, () => 30));
      const ofNew = plan?.additions.filter(({ planId }) => planId === STANDARD_MONTH);
      expect(ofNew).toHaveLength(provider === 'card' ? 1 : 0);
      const losses = await paidLosses(fixture.pool, sub);
      expect(losses).toMatchObject({ charges_card: provider === 'card' });
      expect(losses.next_additions.map(({ plan_name }) => plan_name)).toEqual(
        Array.from({ length: 11 }, () => 'Basic'),
      );
      await fixture.payments.cancel(sub).catch(() => undefined);
      expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
      for (let month = 1; month <= 11; month += 1) {
        fixture.passTime(31 * DAY_MS);
        await round();
      }
      expect((await fixture.holds(sub)).tariffs).toMatchObject([{ plan: BASIC_YEAR, left: 360 }]);
      expect(await namedPlans(sub)).toEqual([BASIC_YEAR, BASIC_YEAR]);
      expect(await fixture.payments.subscription(sub)).toMatchObject({ status: 'one_time' });
    },
  );

  it('ends a subscription whose renewal failed: its card is not charged again', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const former = await byCard(sub, BASIC_MONTH, '4000000000000341');
    passPeriod(fixture, former.id);
    await round();
    expect(await fixture.payments.subscription(sub)).toMatchObject({ status: 'unpaid' });
    await byCrypto(sub, STANDARD_MONTH);
    expect(atProvider(former)).toMatchObject({ status: 'canceled', retries: [] });
    expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
  });

  it('ends the former subscription by the next round where the provider failed after the credit', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const former = await byCard(sub, BASIC_MONTH);
    fixture.passTime(60_000);
    const { order, payment } = await openCrypto(sub, STANDARD_MONTH);
    fixture.crypto.move(payment, 'finished', 100);
    fixture.stripe.failNext(50);
    await fixture.payments.order(sub, order.id);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 130 });
    expect(atProvider(former)?.status).toBe('active');
    expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
    await expect(fixture.payments.resume(sub)).rejects.toThrow();
    fixture.stripe.failNext(0);
    await expect(fixture.payments.resume(sub)).rejects.toMatchObject({ errorName: 'NoSubscription' });
    await round();
    expect(atProvider(former)?.status).toBe('canceled');
    await round();
    const ended = fixture.stripe.messages.filter(
      ({ body }) => body.includes('customer.subscription.deleted') && body.includes(former.id),
    );
    expect(ended).toHaveLength(1);
  });

  it('is the one that was paid last, in whichever order messages arrive, and however often', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const opened = await openCrypto(sub, STANDARD_MONTH);
    fixture.passTime(60_000);
    const card = await fixture.buyPlan(sub, BASIC_MONTH);
    payOrder(fixture, card);
    fixture.passTime(60_000);
    fixture.crypto.move(opened.payment, 'finished', 100);
    const cardMessages = fixture.stripe.messages.filter(({ body }) => body.includes(card.id));
    const cryptoMessages = fixture.crypto.messages.filter(({ body }) => body.includes(opened.order.id));
    for (let times = 0; times < 2; times += 1) {
      for (const message of cryptoMessages.toReversed()) await fixture.deliverCrypto(message);
      for (const message of cardMessages.toReversed()) await fixture.deliver(message);
    }
    expect(atProvider(await fixture.payments.order(sub, card.id))?.status).toBe('canceled');
    expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 130 });
  });

  it(
    'by card is the current one beside a longer plan paid by crypto, also while its payment is disputed',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const sub = newSub();
      await byCrypto(sub, BASIC_YEAR);
      fixture.passTime(60_000);
      const later = await byCard(sub, STANDARD_MONTH);
      expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
      const [invoice] = invoices(later);
      const intent = fixture.stripe.state.intents.get(invoice?.intent ?? '');
      if (intent === undefined) throw new Error('Nothing was paid');
      const dispute = fixture.stripe.actions.dispute(intent);
      const disputed = fixture.stripe.messages.at(-1);
      if (disputed !== undefined) await fixture.deliver(disputed);
      expect(await namedPlans(sub)).toEqual([STANDARD_MONTH, STANDARD_MONTH]);
      fixture.stripe.actions.closeDispute(dispute, 'lost');
      const lost = fixture.stripe.messages.at(-1);
      if (lost !== undefined) await fixture.deliver(lost);
      expect(await namedPlans(sub)).toEqual([BASIC_YEAR, BASIC_YEAR]);
    },
  );

  it('that is paid back before the former subscription was ended leaves it as it is', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const former = await byCard(sub, BASIC_MONTH);
    fixture.passTime(60_000);
    const { order, payment } = await openCrypto(sub, STANDARD_MONTH);
    fixture.crypto.move(payment, 'finished', 100);
    fixture.stripe.failNext(50);
    await fixture.payments.order(sub, order.id);
    fixture.stripe.failNext(0);
    fixture.crypto.move(payment, 'refunded', 100);
    for (const message of fixture.crypto.messages.filter(({ body }) => body.includes(order.id))) {
      await fixture.deliverCrypto(message);
    }
    await round();
    expect(atProvider(former)?.status).toBe('active');
    expect(await namedPlans(sub)).toEqual([BASIC_MONTH, BASIC_MONTH]);
  });

  it(
    'leaves one line a round in the log where the keys of cards were taken out, and not one for each order',
    TIMEOUT,
    async () => {
      const { fixture } = current;
      const subs = [newSub(), newSub()];
      fixture.stripe.failNext(0);
      for (const sub of subs) {
        await byCard(sub, BASIC_MONTH);
        fixture.passTime(60_000);
        const { order, payment } = await openCrypto(sub, STANDARD_MONTH);
        fixture.crypto.move(payment, 'finished', 100);
        fixture.stripe.failNext(50);
        await fixture.payments.order(sub, order.id);
        fixture.stripe.failNext(0);
      }
      const lines: string[] = [];
      const say = (_facts: object, message: string) => lines.push(message);
      const withoutCards = wirePayments(
        fixture.pool,
        { ...factsOf(fixture.stripe, fixture.crypto), stripe: null },
        { log: { warn: say, error: say }, publicUrl: 'http://localhost:3000', clock: { now: () => fixture.now() } },
      );
      await withoutCards.reconcile();
      expect(lines.filter((line) => line.includes('ended'))).toEqual([
        'replaced subscriptions cannot be ended without the keys of cards',
      ]);
      await round();
    },
  );

  it('is never the one that renews by card already, whichever way it is paid', TIMEOUT, async () => {
    const sub = newSub();
    await byCard(sub, BASIC_MONTH);
    const again = current.fixture.buyByCrypto(sub, goods(BASIC_MONTH));
    await expect(again).rejects.toMatchObject({ errorName: 'PlanIsCurrent' });
  });
});
