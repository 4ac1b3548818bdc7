import type { RiskTier } from '@assay/domain';

/** Version of docs/method these rules follow. Any change of a number or rule here is a new version. */
export const METHOD_VERSION = '1';

/** Weight of what is further away than one hop, and of the residuals; tier S is never discounted. */
export const INDIRECT_FACTOR = 0.6;
/** Where money went says a little less about an address than where it came from. */
export const OUTGOING_FACTOR = 0.8;

/** A category of tier S or A below this many dollars in a direction is too small to count. */
export const TOO_SMALL_USD = 10;
/** The same bound where no price is known: share of the direction. */
export const TOO_SMALL_SHARE = 0.001;
/** The most that what is too small to count weighs, whichever its layer. */
export const TOO_SMALL_WEIGHT = 0.25;

/** Below this attributed share and with a total of five stars, an address is not rated. */
export const MIN_ATTRIBUTED = 0.1;
/** Clean share that five stars need. */
export const MIN_CLEAN = 0.4;

/** Scores of an address by its own label; C and D score 100 times their weight and only at confidence 50 or more. */
export const IDENTITY_TOTALS = {
  S: { strong: 100, weak: 80 },
  A: { strong: 95, weak: 75 },
  B: { strong: 60, weak: 40 },
} as const satisfies Partial<Record<RiskTier, { strong: number; weak: number }>>;

/**
 * Whether a sum reached a bound. Shares are sums of many fractions; one billionth less than the bound is rounding, not
 * a lower share.
 */
export function reaches(value: number, bound: number): boolean {
  return value >= bound * (1 - 1e-9);
}

/** Totals are kept to six decimals, so that a bound met exactly is met in binary too. */
export function roundTotal(total: number): number {
  return Math.round(Math.min(100, Math.max(0, total)) * 1e6) / 1e6;
}
