import { describe, expect, it } from 'vitest';
import { newSub, payOrder, useTill } from './test/payments-fixture.ts';

describe('checks bought one by one, by card', () => {
  const place = useTill();

  it('are credited once, whatever messages come and how often', { timeout: 60_000 }, async () => {
    const { till } = place;
    const sub = newSub();
    const order = await till.buyChecks(sub, 250);
    expect(order).toMatchObject({ status: 'pending', amountCents: 22_275, checks: 250 });
    const form = await till.payments.cardForm(sub, order.id);
    expect(form.clientSecret).toMatch(/^pi_.+_secret_/);
    expect(await till.holds(sub)).toMatchObject({ checks: 0 });

    expect(payOrder(till, order)).toBe(true);
    for (const message of [...till.stripe.messages, ...till.stripe.messages]) await till.deliver(message);
    expect(await till.holds(sub)).toEqual({ checks: 250, tariffs: [{ plan: 6, left: 250, until: null }] });
    expect(await till.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
    expect(await till.payments.receipts(sub)).toMatchObject([{ amountCents: 22_275, status: 'paid' }]);
    expect(await till.payments.savedCards(sub)).toMatchObject([{ last4: '4242', isDefault: true }]);
  });

  it('are credited without any message, by the look that goes round', { timeout: 60_000 }, async () => {
    const { till } = place;
    const sub = newSub();
    const order = await till.buyChecks(sub, 10);
    payOrder(till, order);
    till.passTime(11 * 60_000);
    expect(await till.payments.reconcile()).toBeGreaterThan(0);
    expect(await till.holds(sub)).toMatchObject({ checks: 10 });
  });
});
