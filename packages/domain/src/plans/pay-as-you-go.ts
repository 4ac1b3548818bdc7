import { discounted, type PriceList } from './price-list.ts';

/** The fewest and the most checks of one purchase. */
export const LEAST_CHECKS = 10;
export const MOST_CHECKS = 100_000;

/** What prices of checks depend on. */
export type CheckPrices = Pick<PriceList, 'checkCents' | 'discountTiers'>;

export interface ChecksPrice {
  readonly checks: number;
  readonly discountPercent: number;
  readonly priceCents: number;
  readonly withoutDiscountCents: number;
}

/**
 * What a purchase of checks costs, in whole cents: checks × price × (1 − discount), a half cent rounded up.
 *
 * @param checks a whole number from 10 to 100,000
 * @throws RangeError for anything else.
 * @example priceOfChecks(250, DEFAULT_PRICE_LIST) // { checks: 250, discountPercent: 10, priceCents: 22275, withoutDiscountCents: 24750 }
 */
export function priceOfChecks(checks: number, { checkCents, discountTiers }: CheckPrices): ChecksPrice {
  if (!Number.isInteger(checks) || checks < LEAST_CHECKS || checks > MOST_CHECKS) {
    throw new RangeError(`"checks" expected a whole number from ${LEAST_CHECKS} to ${MOST_CHECKS}, got ${checks}`);
  }
  const discountPercent = discountTiers.findLast((tier) => checks >= tier.from)?.percent ?? 0;
  const withoutDiscountCents = checks * checkCents;
  const priceCents = discounted(withoutDiscountCents, discountPercent);
  return { checks, discountPercent, priceCents, withoutDiscountCents };
}
