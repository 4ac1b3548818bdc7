import { describe, expect, it } from 'vitest';
import { PLANS } from './every-plan.ts';
import { planLimitsOf } from './plan-limits.ts';

describe('the limits of a workspace', () => {
  it('are those of Free without a plan', () => {
    expect(planLimitsOf([])).toEqual({ plan: 'Free', requestsPerMinute: 600, runningChecks: 6 });
  });

  it('are those of its highest plan, in whatever order it got them', () => {
    const premium = { plan: 'Premium', requestsPerMinute: 6_000, runningChecks: 12 };
    expect([planLimitsOf([18, 6, 7]), planLimitsOf([7, 18])]).toEqual([premium, premium]);
    expect(planLimitsOf([1, 6]).plan).toBe('Flex');
  });

  it('rise with Basic, Standard and Premium, whatever time a plan is paid for', () => {
    const limits = PLANS.filter(({ periodCheckAdd }) => periodCheckAdd !== 'none').map(({ id }) => planLimitsOf([id]));
    expect(limits.map(({ plan, requestsPerMinute }) => [plan, requestsPerMinute])).toEqual(
      [
        ['Basic', 1_200],
        ['Standard', 2_400],
        ['Premium', 6_000],
      ].flatMap((one) => [one, one, one, one]),
    );
  });

  it('are known for every plan of the catalogue, and for nothing else', () => {
    for (const { id } of PLANS) expect(planLimitsOf([id]).runningChecks).toBeGreaterThanOrEqual(6);
    expect(() => planLimitsOf([99])).toThrow('No plan 99');
  });
});
