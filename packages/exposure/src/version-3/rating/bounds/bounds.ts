/**
 * What a bound may be missed by, as a part of it (docs/method/3, section 7): shares are sums of products of doubles, so
 * one that meets a bound exactly can be a little less in binary.
 */
export const BOUND_TOLERANCE = 1e-9;

/** Whether a share (0..1) or dollars meet a bound: from `bound * (1 - 1e-9)`. */
export const meets = (value: number, bound: number): boolean => value >= bound * (1 - BOUND_TOLERANCE);

/** Whether a share (0..1) or dollars are below a bound: the contrary of `meets`. */
export const isBelow = (value: number, bound: number): boolean => !meets(value, bound);

/** Whether a share (0..1) is at most a bound: up to `bound * (1 + 1e-9)`. */
export const isAtMost = (value: number, bound: number): boolean => value <= bound * (1 + BOUND_TOLERANCE);

/**
 * A part of the last decimal by which a value may miss a half and still be rounded up: more than a sum of doubles loses,
 * and far less than any two values differ by that mean something else.
 */
const HALF_TOLERANCE = 1e-6;

/** A value from 0 up, rounded to that many decimals, a half up. */
export function roundHalfUp(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.floor(value * scale + 0.5 + HALF_TOLERANCE) / scale;
}

/** One amount in base units as a part of another; 0 of nothing. */
export const ratioOf = (amount: bigint, whole: bigint): number => (whole === 0n ? 0 : Number(amount) / Number(whole));
