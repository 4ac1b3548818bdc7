import { BOUND_TOLERANCE, TOTAL_DECIMALS } from '../method/numbers.ts';

/**
 * Whether a sum reached a bound. Shares are sums of many fractions; one billionth less than the bound is rounding, not
 * a lower share.
 */
export function reaches(value: number, bound: number): boolean {
  return value >= bound * (1 - BOUND_TOLERANCE);
}

/** Totals are kept to six decimals, so that a bound met exactly is met in binary too. */
export function roundTotal(total: number): number {
  const scale = 10 ** TOTAL_DECIMALS;
  return Math.round(Math.min(100, Math.max(0, total)) * scale) / scale;
}
