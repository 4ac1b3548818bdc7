import { describe, expect, it } from 'vitest';
import { arrangePlans } from './arrange-plans.ts';
import { checkCountText, isComingSoon, isPopularPlan, listedPlans, plansOfPeriod } from './catalogue.ts';
import { DEFAULT_PRICE_LIST } from './default-price-list.ts';
import { PLANS } from './every-plan.ts';
import { PLAN_PERIODS, type Plan } from './plan.ts';

describe('the plans', () => {
  it('cost what they should: 10, 15 and 20 percent off for 3, 6 and 12 months', () => {
    const prices = listedPlans(DEFAULT_PRICE_LIST)
      .filter((plan) => plan.periodCheckAdd !== 'none')
      .map((plan) => [plan.type, plan.priceCents, plan.numberChecks, plan.perCheckMills]);
    expect(prices).toEqual([
      ['basic_1', 2400, 30, 800],
      ['basic_3', 6480, 90, 720],
      ['basic_6', 12_240, 180, 680],
      ['basic_12', 23_040, 360, 640],
      ['standard_1', 6000, 100, 600],
      ['standard_3', 16_200, 300, 540],
      ['standard_6', 30_600, 600, 510],
      ['standard_12', 57_600, 1200, 480],
      ['premium_1', 15_000, 300, 500],
      ['premium_3', 40_500, 900, 450],
      ['premium_6', 76_500, 1800, 425],
      ['premium_12', 144_000, 3600, 400],
    ]);
  });

  it('say exactly what they cost: price, discount and price of a check agree, in whole numbers', () => {
    for (const plan of PLANS) {
      for (const amount of [plan.priceCents, plan.priceWithoutDiscountCents, plan.perCheckMills]) {
        expect(Number.isSafeInteger(amount)).toBe(true);
      }
      expect(plan.priceCents * 100).toBe(plan.priceWithoutDiscountCents * (100 - plan.salePercent));
      if (plan.periodCheckAdd !== 'none') expect(plan.perCheckMills * plan.numberChecks).toBe(plan.priceCents * 10);
      expect(plan.numberChecks % Math.max(1, plan.checksPerAdd)).toBe(0);
    }
  });

  it('[ENT-05] are of the types there are, each once, with an id of its own', () => {
    const families = ['basic', 'standard', 'premium'].flatMap((name) => [1, 3, 6, 12].map((n) => `${name}_${n}`));
    expect(PLANS.map((plan) => plan.type).sort()).toEqual(
      ['default', 'free', 'lite', 'pro', 'business', 'enterprise', ...families].sort(),
    );
    expect(new Set(PLANS.map((plan) => plan.id)).size).toBe(PLANS.length);
    expect(PLANS.slice(0, 6).map(({ id, type }) => [id, type])).toEqual([
      [1, 'free'],
      [2, 'lite'],
      [3, 'pro'],
      [4, 'business'],
      [5, 'enterprise'],
      [6, 'default'],
    ]);
  });

  it('[BILL-10] [BILL-11] name the popular ones, those to come, and leave Business out of the list', () => {
    expect(PLANS.filter(isPopularPlan).map((plan) => plan.type)).toEqual([
      'standard_1',
      'standard_3',
      'standard_6',
      'standard_12',
    ]);
    expect(PLANS.filter(isComingSoon).map((plan) => plan.id)).toEqual([2, 3]);
    expect(listedPlans(DEFAULT_PRICE_LIST).some((plan) => plan.type === 'business')).toBe(false);
  });

  it.each(PLAN_PERIODS)('offer three for %s', (period) => {
    expect(plansOfPeriod(listedPlans(DEFAULT_PRICE_LIST), period).map((plan) => plan.name)).toEqual([
      'Basic',
      'Standard',
      'Premium',
    ]);
  });

  it('say how many checks they bring', () => {
    const flex = PLANS.find((plan) => plan.type === 'default');
    expect(flex && checkCountText(flex)).toBe('Any number of checks');
    expect(checkCountText({ numberChecks: 1, periodCheckAdd: 'none' })).toBe('1 check');
    expect(checkCountText({ numberChecks: 0, periodCheckAdd: 'month' })).toBe('0 checks');
    expect(checkCountText({ numberChecks: 90, periodCheckAdd: 'month' })).toBe('90 checks');
  });
});

describe('arrangePlans', () => {
  const named = (name: string): Plan => ({ ...(PLANS[6] as Plan), name });
  const three = [named('one'), named('two'), named('three')];

  it('[BILL-17] puts exactly three plans first, third, second', () => {
    expect(arrangePlans(three, DEFAULT_PRICE_LIST.claims).map((plan) => plan.name)).toEqual(['one', 'three', 'two']);
    for (const count of [0, 1, 2, 4, 18]) {
      const plans = Array.from({ length: count }, (_, index) => named(String(index)));
      expect(arrangePlans(plans, DEFAULT_PRICE_LIST.claims)).toEqual(plans);
    }
  });

  it('[BILL-18] gives the third its renewal as line 3 and its support as line 4', () => {
    const [first, third, second] = arrangePlans(three, DEFAULT_PRICE_LIST.claims);
    expect(third?.details).toEqual([
      { name: 'Available assets', type: 'text', value: '8000+' },
      { name: 'Shareable link', type: 'icon', value: '' },
      { name: 'Auto-Renewal', type: 'icon', value: '' },
      '24/7 Priority support',
      { name: 'Support', type: 'text', value: '24/7' },
    ]);
    expect([first?.details, second?.details]).toEqual([three[0]?.details, three[1]?.details]);
    expect(three[2]?.details).toHaveLength(4);
  });

  it('replaces no line that is not there', () => {
    const [one, two, three_] = three as [Plan, Plan, Plan];
    expect(arrangePlans([one, two, { ...three_, details: [] }], DEFAULT_PRICE_LIST.claims)[1]?.details).toEqual([
      { name: 'Auto-Renewal', type: 'icon', value: '' },
    ]);
  });
});
