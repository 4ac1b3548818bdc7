import { DEFAULT_PRICE_LIST, listedPlans } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { changesPlan, offerOf } from './plan-offer.ts';

const buyer = { plan: { id: 1, type: 'free' }, canBuy: true };
const offers = (who: Parameters<typeof offerOf>[1]) =>
  new Map(listedPlans(DEFAULT_PRICE_LIST).map((plan) => [plan.id, offerOf(plan, who)]));

describe('the button of a plan', () => {
  it('[BILL-11] is Current plan for the current one, Coming soon for 2 and 3, and Buy for the others', () => {
    const found = offers({ plan: { id: 8, type: 'basic_3' }, canBuy: true });
    expect(found.get(8)).toBe('current');
    expect([found.get(2), found.get(3)]).toEqual(['soon', 'soon']);
    expect([7, 9, 10, 11, 12, 18].map((id) => found.get(id))).toEqual(Array.from({ length: 6 }, () => 'buy'));
  });

  it('sells no announced plan, and nothing when nothing is sold', () => {
    expect(offers(buyer).get(2)).toBe('soon');
    expect([...offers({ ...buyer, canBuy: false }).values()]).not.toContain('buy');
    expect(offers({ plan: null, canBuy: true }).get(7)).toBe('buy');
  });

  it('[ROLE-03] links an Enterprise user to sales', () => {
    const found = offers({ plan: { id: 5, type: 'enterprise' }, canBuy: true });
    expect(found.get(5)).toBe('current');
    expect(found.get(12)).toBe('contact');
    expect([...found.values()]).not.toContain('buy');
  });
});

describe('a plan that is bought while one runs', () => {
  it.each([
    ['another plan by crypto', 'nowpayments', 11, 'nowpayments', true],
    ['another plan by card', 'stripe', 11, 'stripe', true],
    ['the same plan by card after crypto', 'nowpayments', 7, 'stripe', true],
    ['the same plan by crypto after card', 'stripe', 7, 'nowpayments', true],
    ['the same plan by crypto again', 'nowpayments', 7, 'nowpayments', false],
  ] as const)('%s', (_what, payment_type, planId, provider, isChange) => {
    expect(changesPlan({ plan_id: 7, payment_type }, planId, provider)).toBe(isChange);
  });
});
