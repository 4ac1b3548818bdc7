import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../payments.ports.ts';
import { newSub, passPeriod, payOrder, usePaymentsFixture } from '../test/payments-fixture.ts';
import { goodsOfPlan } from './goods.ts';

const BASIC_MONTH = 7;
const BASIC_QUARTER = 8;
const STANDARD_MONTH = 11;
const TIMEOUT = { timeout: 120_000 };

describe('a cancelled subscription', () => {
  const current = usePaymentsFixture();

  async function bought(sub: string, planId: number): Promise<Order> {
    const order = await current.fixture.buyPlan(sub, planId);
    payOrder(current.fixture, order);
    return current.fixture.payments.order(sub, order.id);
  }

  it('that is resumed renews again, and brings checks by the renewal only', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const { id } = await bought(sub, BASIC_MONTH);
    for (let times = 0; times < 3; times += 1) {
      await fixture.payments.cancel(sub);
      expect(await fixture.payments.subscription(sub)).toMatchObject({ status: 'cancelling', nextAddition: null });
      await fixture.payments.resume(sub);
      await fixture.payments.resume(sub);
    }
    const plan = await fixture.payments.subscription(sub);
    expect(plan).toMatchObject({
      status: 'active',
      nextAddition: { at: plan?.paidUntil, checks: 30, isRenewal: true },
    });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
    passPeriod(fixture, id);
    await fixture.payments.reconcile();
    expect(await fixture.holds(sub)).toMatchObject({ checks: 60 });
    expect(await fixture.payments.receipts(sub)).toHaveLength(2);
  });

  it('names the next addition of its paid time, also after it was cancelled', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    await bought(sub, BASIC_QUARTER);
    await fixture.payments.cancel(sub);
    const plan = await fixture.payments.subscription(sub);
    expect(plan?.nextAddition).toMatchObject({ checks: 30, isRenewal: false });
    expect(plan?.nextAddition?.at.getTime()).toBeLessThan(plan?.paidUntil.getTime() ?? 0);
  });

  it('that gave way to another plan stays ended: one plan is charged', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const first = await bought(sub, BASIC_MONTH);
    fixture.passTime(60_000);
    const second = await bought(sub, STANDARD_MONTH);
    await fixture.payments.cancel(sub);
    await fixture.payments.resume(sub);
    expect(await fixture.payments.order(sub, second.id)).toMatchObject({ subscriptionStatus: 'active' });
    expect(await fixture.payments.order(sub, first.id)).toMatchObject({ subscriptionStatus: 'ended' });
  });

  it('is not resumed for another account, after a refund, or after its end', TIMEOUT, async () => {
    const { fixture } = current;
    const [ended, refunded] = [newSub(), newSub()];
    await expect(fixture.payments.resume(newSub())).rejects.toMatchObject({ errorName: 'NoSubscription' });

    await bought(refunded, BASIC_MONTH);
    await fixture.payments.cancel(refunded);
    const intent = [...fixture.stripe.state.intents.values()].findLast(({ status }) => status === 'succeeded');
    if (intent === undefined) throw new Error('Nothing was paid');
    fixture.stripe.actions.refund(intent);
    await expect(fixture.payments.resume(refunded)).rejects.toMatchObject({ errorName: 'NoSubscription' });
    expect(await fixture.holds(refunded)).toMatchObject({ checks: 0 });

    const { id } = await bought(ended, BASIC_MONTH);
    await fixture.payments.cancel(ended);
    passPeriod(fixture, id);
    await expect(fixture.payments.resume(ended)).rejects.toMatchObject({ errorName: 'NoSubscription' });
    expect(await fixture.payments.receipts(ended)).toHaveLength(1);
  });

  it('stays cancelled when the payment provider fails, and is resumed by the next try', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    await bought(sub, BASIC_MONTH);
    await fixture.payments.cancel(sub);
    const failing = vi.spyOn(fixture.stripe.actions, 'cancelAtEnd').mockImplementation(() => {
      throw new Error('the provider is down');
    });
    await expect(fixture.payments.resume(sub)).rejects.toMatchObject({ errorName: 'PaymentProviderFailed' });
    failing.mockRestore();
    expect(await fixture.payments.subscription(sub)).toMatchObject({ status: 'cancelling' });
    await fixture.payments.resume(sub);
    expect(await fixture.payments.subscription(sub)).toMatchObject({ status: 'active' });
    expect(await fixture.holds(sub)).toMatchObject({ checks: 30 });
  });
});

describe('a plan paid by crypto', () => {
  const current = usePaymentsFixture();

  it('is shown with its next addition and without a renewal, and ends with its last grace day', TIMEOUT, async () => {
    const { fixture } = current;
    const sub = newSub();
    const goods = goodsOfPlan(BASIC_QUARTER, DEFAULT_PRICE_LIST);
    if (goods === null) throw new Error('Not for sale');
    const order = await fixture.buyByCrypto(sub, goods);
    const payment = fixture.crypto.begin(order.reference ?? '');
    fixture.crypto.move(payment, 'finished', 100);
    await fixture.payments.order(sub, order.id);
    expect(await fixture.payments.subscription(sub)).toMatchObject({
      status: 'one_time',
      nextAddition: { checks: 30 },
    });
    await expect(fixture.payments.resume(sub)).rejects.toMatchObject({ errorName: 'NoSubscription' });
    fixture.passTime(100 * 86_400_000);
    expect(await fixture.payments.subscription(sub)).toBeNull();
  });
});
