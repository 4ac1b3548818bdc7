import { CHECK_PRICE_CENTS } from './plan.ts';

/** The fewest and the most checks of one purchase. */
export const LEAST_CHECKS = 10;
export const MOST_CHECKS = 100_000;

/** The discount from so many checks on. It applies to every check of the purchase. */
export const DISCOUNT_TIERS = [
  { from: 0, percent: 0 },
  { from: 200, percent: 10 },
  { from: 500, percent: 15 },
  { from: 1000, percent: 20 },
] as const;

export interface ChecksPrice {
  readonly checks: number;
  readonly discountPercent: number;
  readonly priceCents: number;
  readonly withoutDiscountCents: number;
}

/**
 * What a purchase of checks costs, in whole cents: checks × 99 cents × (1 − discount), a half cent rounded up.
 *
 * @param checks a whole number from 10 to 100,000
 * @throws RangeError for anything else.
 * @example priceOfChecks(250) // { checks: 250, discountPercent: 10, priceCents: 22275, withoutDiscountCents: 24750 }
 */
export function priceOfChecks(checks: number): ChecksPrice {
  if (!Number.isInteger(checks) || checks < LEAST_CHECKS || checks > MOST_CHECKS) {
    throw new RangeError(`"checks" expected a whole number from ${LEAST_CHECKS} to ${MOST_CHECKS}, got ${checks}`);
  }
  const discountPercent = discountOf(checks);
  const withoutDiscountCents = checks * CHECK_PRICE_CENTS;
  const priceCents = Math.floor((withoutDiscountCents * (100 - discountPercent) + 50) / 100);
  return { checks, discountPercent, priceCents, withoutDiscountCents };
}

function discountOf(checks: number): number {
  return DISCOUNT_TIERS.findLast((tier) => checks >= tier.from)?.percent ?? 0;
}
