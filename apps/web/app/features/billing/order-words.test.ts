import { describe, expect, it } from 'vitest';
import { askAgainMs, orderWords, payLabel } from './order-words.ts';

const order = { title: 'Standard, 3 months', amount_cents: 16_200, missing: null };

describe('an order after the return from its provider', () => {
  it('is open while the server has no payment, and does not ask for a second one', () => {
    for (const status of ['created', 'pending'] as const) {
      const { type, message, isFinal } = orderWords({ ...order, status });
      expect({ type, isFinal }).toEqual({ type: 'info', isFinal: false });
      expect(message).toContain('Standard, 3 months ($162)');
      expect(message).toContain('you will not be charged');
    }
    expect(orderWords({ ...order, status: 'partial' })).toMatchObject({ type: 'warn', isFinal: false });
  });

  it('says how much of an underpaid one is missing', () => {
    const missing = { amount: '0.005', currency: 'BTC' };
    expect(orderWords({ ...order, status: 'partial', missing }).message).toBe(
      'Only part of the payment for Standard, 3 months ($162) has arrived. 0.005 BTC is missing. Your checks are added when the rest arrives.',
    );
    expect([payLabel({ status: 'partial' }), payLabel({ status: 'pending' })]).toEqual([
      'Pay the rest',
      'Continue payment',
    ]);
  });

  it('is a success only when the server says paid', () => {
    const statuses = ['created', 'pending', 'partial', 'paid', 'expired', 'failed', 'disputed', 'refunded', 'reversed'];
    const successes = statuses.filter(
      (status) => orderWords({ ...order, status: status as 'paid' }).type === 'success',
    );
    expect(successes).toEqual(['paid']);
    for (const status of ['paid', 'expired', 'failed', 'disputed', 'refunded', 'reversed'] as const) {
      expect(orderWords({ ...order, status }).isFinal).toBe(true);
    }
  });

  it('is polled often at first, then less often', () => {
    expect([0, 29_999, 30_000, 119_999, 120_000, 9_999_999].map(askAgainMs)).toEqual([
      2000, 2000, 5000, 5000, 15_000, 15_000,
    ]);
  });
});
