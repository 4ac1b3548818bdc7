import { describe, expect, it } from 'vitest';
import { mayEndSoon } from './ends-soon.ts';
import type { Subscription } from './money.ts';
import { planEnd } from './plan-end.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const AT = { now: NOW, timeZone: 'UTC' };
const PLAN: Subscription = {
  plan_id: 11,
  plan_name: 'Standard',
  payment_type: 'nowpayments',
  status: 'one_time',
  paid_until: '2026-11-26T12:00:00.000Z',
  lapses_at: '2026-11-29T12:00:00.000Z',
  renewal: null,
  next_addition: null,
  next_additions: [],
};

describe('the notice of the end of a plan', () => {
  it('is for plans that do not renew by themselves, by the end of the paid time', () => {
    expect(planEnd(PLAN, PLAN.lapses_at, AT)).toBe('Your subscription ends soon.');
    expect(planEnd({ ...PLAN, status: 'cancelling' }, PLAN.lapses_at, AT)).toBe('Your subscription ends soon.');
    const later = { ...PLAN, paid_until: '2026-11-28T12:00:00.000Z', lapses_at: '2026-12-01T12:00:00.000Z' };
    expect(planEnd(later, later.lapses_at, AT)).toBeNull();
  });

  it('is not shown to those who renew by themselves', () => {
    expect(planEnd({ ...PLAN, status: 'active' }, PLAN.lapses_at, AT)).toBeNull();
  });

  it('says in the grace days that the plan has ended, and when the rest lapses', () => {
    const ended = { ...PLAN, paid_until: '2026-11-19T12:00:00.000Z', lapses_at: '2026-11-22T12:00:00.000Z' };
    expect(mayEndSoon(ended.lapses_at, NOW)).toBe(true);
    expect(planEnd(ended, ended.lapses_at, AT)).toBe(
      'Your subscription has ended. Checks of Standard that are left lapse on 22-Nov-2026.',
    );
    expect(planEnd({ ...ended, status: 'unpaid' }, ended.lapses_at, AT)).toMatch(
      /^The renewal of Standard was not paid/,
    );
  });

  it('goes by the day of lapse for a plan that was not bought here', () => {
    expect(planEnd(null, '2026-11-26T12:00:00.000Z', AT)).toBe('Your subscription ends soon.');
    expect(planEnd(null, '2026-11-28T12:00:00.000Z', AT)).toBeNull();
  });
});
