import { ratio } from '../../records/ratios.ts';

/** An exact fraction of at least 0, in its lowest terms. */
export interface Fraction {
  readonly n: bigint;
  /** Above 0. */
  readonly d: bigint;
}

export const ZERO: Fraction = { n: 0n, d: 1n };

/**
 * `n / d` in its lowest terms.
 *
 * @param n At least 0.
 * @param d Above 0.
 * @throws RangeError when `n` is negative or `d` is not positive.
 * @example
 * fraction(6n, 4n); // { n: 3n, d: 2n }
 */
export function fraction(n: bigint, d = 1n): Fraction {
  if (n < 0n || d <= 0n) throw new RangeError(`a fraction needs 0 <= n and 0 < d, got ${n}/${d}`);
  const common = greatestDivisor(n, d);
  return { n: n / common, d: d / common };
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? fraction(a.n + b.n, a.d) : fraction(a.n * b.d + b.n * a.d, a.d * b.d);

/** @throws RangeError when `b` is larger than `a`. */
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);

/** @throws RangeError when `b` is 0. */
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n);

export const isLess = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;

export const smaller = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a);

export const isZero = (a: Fraction): boolean => a.n === 0n;

/** The double nearest to `part / whole`; `whole` above 0. */
export const nearestShare = (part: Fraction, whole: bigint): number => ratio(part.n, part.d * whole);

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
