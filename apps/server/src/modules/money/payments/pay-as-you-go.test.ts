import { describe, expect, it } from 'vitest';
import { newSub, payOrder, usePaymentsFixture } from './test/payments-fixture.ts';

describe('checks bought one by one, by card', () => {
  const current = usePaymentsFixture();

  it('are credited once, whatever messages come and how often', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyChecks(sub, 250);
    expect(order).toMatchObject({ status: 'pending', amountCents: 22_275, checks: 250 });
    const form = await fixture.payments.cardForm(sub, order.id);
    expect(form.clientSecret).toMatch(/^pi_.+_secret_/);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 0 });

    expect(payOrder(fixture, order)).toBe(true);
    for (const message of [...fixture.stripe.messages, ...fixture.stripe.messages]) await fixture.deliver(message);
    expect(await fixture.holds(sub)).toEqual({ checks: 250, tariffs: [{ plan: 6, left: 250, until: null }] });
    expect(await fixture.payments.order(sub, order.id)).toMatchObject({ status: 'paid' });
    expect(await fixture.payments.receipts(sub)).toMatchObject([{ amountCents: 22_275, status: 'paid' }]);
    expect(await fixture.payments.savedCards(sub)).toMatchObject([{ last4: '4242', isDefault: true }]);
  });

  it('are credited without any message, by the look that goes round', { timeout: 60_000 }, async () => {
    const { fixture } = current;
    const sub = newSub();
    const order = await fixture.buyChecks(sub, 10);
    payOrder(fixture, order);
    fixture.passTime(11 * 60_000);
    expect(await fixture.payments.reconcile()).toBeGreaterThan(0);
    expect(await fixture.holds(sub)).toMatchObject({ checks: 10 });
  });
});
