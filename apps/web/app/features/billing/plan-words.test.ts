import { describe, expect, it } from 'vitest';
import type { Subscription } from './money.ts';
import { cancelText, changeText, comingChecks, nextChecks, renewalText } from './plan-words.ts';

const STANDARD: Subscription = {
  plan_id: 12,
  plan_name: 'Standard',
  payment_type: 'stripe',
  status: 'active',
  paid_until: '2027-02-24T10:00:00.000Z',
  lapses_at: '2027-02-27T10:00:00.000Z',
  renewal: { at: '2027-02-24T10:00:00.000Z', amount_cents: 16_200 },
  next_addition: { at: '2026-12-24T10:00:00.000Z', checks_number: 100 },
  next_additions: [
    { at: '2026-12-24T10:00:00.000Z', checks_number: 100, plan_name: 'Standard' },
    { at: '2027-01-10T10:00:00.000Z', checks_number: 30, plan_name: 'Basic' },
  ],
};

describe('the words about a plan', () => {
  it('name the next addition, and the day and amount of the renewal', () => {
    expect(nextChecks(STANDARD, 'UTC')).toBe('100 checks on 24-Dec-2026');
    expect(renewalText(STANDARD, 'UTC')).toBe('$162 on 24-Feb-2027');
  });

  it('name everything that is still to arrive, and the plan that was replaced', () => {
    expect(comingChecks(STANDARD, 'UTC')).toEqual(['100 checks on 24-Dec-2026', '30 checks of Basic on 10-Jan-2027']);
  });

  it('say before a cancellation what still arrives, and when the rest lapses', () => {
    expect(cancelText(STANDARD, 'UTC')).toBe(
      'Standard is paid until 24-Feb-2027 and is not charged again. You keep the checks you have. You still get 100 checks on 24-Dec-2026. Checks of this plan that are left on 27-Feb-2027 lapse; your other checks stay.',
    );
  });

  it('promise no checks that only the cancelled renewal would have brought', () => {
    const last = { ...STANDARD, next_addition: { at: STANDARD.paid_until, checks_number: 100 } };
    expect(cancelText(last, 'UTC')).not.toContain('You still get');
  });

  it('say before a change what becomes of the plan that runs, of its checks, and of its renewal', () => {
    expect(changeText(STANDARD, 'nowpayments', 'UTC')).toBe(
      'Once the new plan is paid, it starts at once and Standard ends. Your card is not charged for Standard again. Checks of Standard that you have stay until 27-Feb-2027. The checks of the months you paid for still arrive, next 100 checks on 24-Dec-2026. The new plan does not renew by itself.',
    );
    const last = { ...STANDARD, next_addition: { at: STANDARD.paid_until, checks_number: 100 } };
    expect(changeText(last, 'stripe', 'UTC')).toBe(
      'Once the new plan is paid, it starts at once and Standard ends. Your card is not charged for Standard again. Checks of Standard that you have stay until 27-Feb-2027. The new plan renews by card.',
    );
  });

  it.each(['one_time', 'cancelling'] as const)('promise no end of charges for a plan that is %s', (status) => {
    expect(changeText({ ...STANDARD, status, renewal: null }, 'stripe', 'UTC')).not.toContain('charged');
  });

  it.each([
    ['cancelling', 'Cancelled. Paid until 24-Feb-2027.'],
    ['one_time', 'None. Paid until 24-Feb-2027.'],
    ['unpaid', 'Not paid. Your card is charged again in the next days.'],
  ] as const)('name no charge for a plan that is %s', (status, words) => {
    expect(renewalText({ ...STANDARD, status, renewal: null }, 'UTC')).toBe(words);
  });

  it('name the crypto by which a plan was paid', () => {
    const once = { ...STANDARD, payment_type: 'nowpayments', status: 'one_time', renewal: null } as const;
    expect(renewalText(once, 'UTC')).toBe('None. Paid by crypto until 24-Feb-2027.');
  });
});
