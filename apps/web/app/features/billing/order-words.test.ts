import { describe, expect, it } from 'vitest';
import { askAgainMs, heldWords, orderWords, payLabel, waitingLabel } from './order-words.ts';

const order = {
  title: 'Standard, 3 months',
  amount_cents: 16_200,
  missing: null,
  held: [],
  payment_type: 'nowpayments' as const,
};

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
      'Only part of the payment for Standard, 3 months ($162) has arrived. 0.005 BTC is missing. Send only what is missing, within 7 days of the order. Your checks are added when it arrives.',
    );
    expect([payLabel({ status: 'partial', held: [] }), payLabel({ status: 'pending', held: [] })]).toEqual([
      'Pay the rest',
      'Continue payment',
    ]);
    expect(waitingLabel({ status: 'partial', missing, held: [] })).toBe('0.005 BTC missing');
    expect(waitingLabel({ status: 'pending', missing: null, held: [] })).toBe('waiting for payment');
  });

  it('says why money of it is held, and that none is lost', () => {
    const held = [
      { reason: 'wrong_asset', amount: '9.9', currency: 'ETH' },
      { reason: 'unclear', amount: null, currency: null },
    ] as const;
    expect(orderWords({ ...order, status: 'partial', held: [...held] }).message).toBe(
      'The payment for Standard, 3 months ($162) could not be counted. 9.9 ETH arrived, in another currency or on another network than was asked for. An amount that is not stated arrived, and we have to find out what it is for. It is kept for you: we decide about it and credit it or send it back.',
    );
    const less = [{ reason: 'less' as const, amount: '0.1', currency: 'BTC' }];
    expect(orderWords({ ...order, status: 'partial', held: less }).message).toContain(
      'Send only what is missing, within 7 days of the order. Your checks are added when it arrives.',
    );
    const byCard = { ...order, payment_type: 'stripe', status: 'partial', held: less } as const;
    expect(orderWords(byCard).message, 'no rest follows by card').toContain('we decide about it');
  });

  it('does not say that money which did not pay the order came after what did', () => {
    const held = [{ reason: 'second' as const, amount: '0.005', currency: 'BTC' }];
    expect(heldWords(held)).toBe(
      '0.005 BTC arrived, but another payment paid for the order. It is kept for you: we decide about it and credit it or send it back.',
    );
  });

  it('asks for nothing more while money of it waits for a decision', () => {
    const held = [{ reason: 'wrong_asset' as const, amount: '9.9', currency: 'ETH' }];
    expect(payLabel({ status: 'partial', held })).toBeNull();
    expect(waitingLabel({ status: 'partial', missing: null, held })).toBe('held for a decision');
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
