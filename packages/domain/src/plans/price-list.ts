import type { PlanFamily, PlanPeriod } from './plan.ts';

/** What an installation asks for one of the three plans; null in {@link PriceList} where it does not sell it. */
export interface MonthlyPlan {
  /** Of one month, in US cents. */
  readonly monthCents: number;
  readonly checksPerMonth: number;
  /** The line 'Support' of the plan; null where nothing is stated. */
  readonly support: string | null;
}

/** What is said of the product beside the prices: statements of the operator, shown as they are; null is not said. */
export interface MarketingClaims {
  /** How many assets can be checked: '8000+'. */
  readonly assets: string | null;
  /** When support answers: '24/7'. */
  readonly supportHours: string | null;
  /** The line of the recommended plan of three. */
  readonly prioritySupport: string | null;
}

/** From so many checks on, so much is off the price of every check of a purchase. */
export interface DiscountTier {
  readonly from: number;
  /** Whole percent. */
  readonly percent: number;
}

/** What an installation sells, and at which prices: what its operator says, or the default. */
export interface PriceList {
  /** Of one check without a plan, in US cents. */
  readonly checkCents: number;
  /** The first begins at 0; each begins later and takes more off than the one before. */
  readonly discountTiers: readonly DiscountTier[];
  /** Off the price of the months, for paying several at once; whole percent. */
  readonly periodDiscountPercent: Readonly<Record<PlanPeriod, number>>;
  readonly plans: Readonly<Record<PlanFamily, MonthlyPlan | null>>;
  readonly claims: MarketingClaims;
}

/**
 * Whole cents with so many percent off, a half cent rounded up.
 *
 * @example discounted(24_750, 10) // 22275
 */
export function discounted(cents: number, percent: number): number {
  return Math.floor((cents * (100 - percent) + 50) / 100);
}
