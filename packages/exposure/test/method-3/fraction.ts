/** An exact fraction: numerator `n` over denominator `d`, which is above 0; both without a common divisor. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** The greatest common divisor of two whole numbers, by Euclid. */
function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** `n / d`, in lowest terms. */
export function fraction(n: bigint, d = 1n): Fraction {
  if (d === 0n) throw new Error('a fraction of zero parts');
  const divisor = commonDivisor(n, d) * (d < 0n ? -1n : 1n);
  return { n: n / divisor, d: d / divisor };
}

export const ZERO: Fraction = { n: 0n, d: 1n };
export const ONE: Fraction = { n: 1n, d: 1n };

/** A number written as a decimal (`0.001`) or as a fraction of whole numbers (`1/100`). */
export function fractionOf(text: string): Fraction {
  const [above = '0', below = '1'] = text.split('/');
  const [whole = '0', decimals = ''] = above.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length) * BigInt(below));
}

export const add = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);

export const subtract = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);

export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);

export const divide = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n);

/** Whether `a` is below `b`. */
export const isBelow = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;

export const isZero = (a: Fraction): boolean => a.n === 0n;

export const smaller = (a: Fraction, b: Fraction): Fraction => (isBelow(b, a) ? b : a);

export const larger = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? b : a);

/** The sum of any number of fractions. */
export const sum = (all: Iterable<Fraction>): Fraction => [...all].reduce(add, ZERO);

/** Rounded to that many decimals, a half up; for fractions from 0. */
export function rounded(a: Fraction, decimals: number): Fraction {
  const unit = 10n ** BigInt(decimals);
  return fraction((2n * a.n * unit + a.d) / (2n * a.d), unit);
}

/** What a bound may be missed by (section 7). */
const TOLERANCE = fraction(1n, 1_000_000_000n);

/** Whether a share or a sum of dollars meets a bound: from `b · (1 - 1e-9)`. Its contrary is 'below'. */
export const meets = (a: Fraction, bound: Fraction): boolean => !isBelow(a, multiply(bound, subtract(ONE, TOLERANCE)));

/** Whether a share is at most a bound: up to `b · (1 + 1e-9)`. */
export const isAtMost = (a: Fraction, bound: Fraction): boolean => !isBelow(multiply(bound, add(ONE, TOLERANCE)), a);

/** So many hundredths, given as a whole number or as a decimal text. */
export const percent = (text: string): Fraction => multiply(fractionOf(text), fraction(1n, 100n));
