import type { PriceList } from './price-list.ts';

const PRIORITY_SUPPORT = '24/7 Priority support';

/** The one home of the prices and claims that count where an operator states none. */
export const DEFAULT_PRICE_LIST: PriceList = {
  checkCents: 99,
  discountTiers: [
    { from: 0, percent: 0 },
    { from: 200, percent: 10 },
    { from: 500, percent: 15 },
    { from: 1000, percent: 20 },
  ],
  periodDiscountPercent: { month: 0, '3_months': 10, half_year: 15, year: 20 },
  plans: {
    basic: { monthCents: 2400, checksPerMonth: 30, support: '24/7' },
    standard: { monthCents: 6000, checksPerMonth: 100, support: PRIORITY_SUPPORT },
    premium: { monthCents: 15_000, checksPerMonth: 300, support: PRIORITY_SUPPORT },
  },
  claims: { assets: '8000+', supportHours: '24/7', prioritySupport: PRIORITY_SUPPORT },
};
