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

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
