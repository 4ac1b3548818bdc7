import { describe, expect, it } from 'vitest';
import { moneyClient } from './money-client.ts';

const SUBSCRIPTION = {
  plan_id: 1,
  plan_name: 'Basic',
  payment_type: 'stripe',
  status: 'active',
  paid_until: '2026-12-31T00:00:00.000Z',
  lapses_at: '2027-01-31T00:00:00.000Z',
  renewal: null,
  next_addition: null,
};
const COMING = [{ at: '2026-12-31T00:00:00.000Z', checks_number: 30, plan_name: 'Basic' }];

const clientOf = (answer: unknown) => moneyClient({ send: async () => answer });

describe('the subscription', () => {
  it('has nothing to arrive where a server of the version before does not say it', async () => {
    expect(await clientOf(SUBSCRIPTION).subscription()).toEqual({ ...SUBSCRIPTION, next_additions: [] });
  });

  it('is as the server says it, or none', async () => {
    const answer = { ...SUBSCRIPTION, next_additions: COMING };
    expect(await clientOf(answer).subscription()).toEqual(answer);
    expect(await clientOf(null).subscription()).toBeNull();
  });
});
