import { describe, expect, it } from 'vitest';
import type { Subscription } from './money.ts';
import { withArrivals } from './read-subscription.ts';

const SUBSCRIPTION = {
  plan_id: 1,
  plan_name: 'Basic',
  payment_type: 'stripe',
  status: 'active',
  paid_until: '2026-12-31T00:00:00.000Z',
  lapses_at: '2027-01-31T00:00:00.000Z',
  renewal: null,
  next_addition: null,
} as const;
const COMING = [{ at: '2026-12-31T00:00:00.000Z', checks_number: 30, plan_name: 'Basic' }];

describe('the subscription', () => {
  it('has nothing to arrive where a server of the version before does not say it', () => {
    const answer = SUBSCRIPTION as Subscription;
    expect(withArrivals(answer)).toEqual({ ...SUBSCRIPTION, next_additions: [] });
  });

  it('is as the server says it, or none', () => {
    const answer = { ...SUBSCRIPTION, next_additions: COMING };
    expect(withArrivals(answer)).toEqual(answer);
    expect(withArrivals(null)).toBeNull();
  });
});
