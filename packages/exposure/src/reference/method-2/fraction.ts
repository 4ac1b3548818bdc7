/** Exact fractions for the reference of method version 2 (in preparation): no rounding before the text asks for it. */
export interface Fraction {
  readonly n: bigint;
  /** Always above zero. */
  readonly d: bigint;
}

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  const [top, bottom] = [BigInt(n), BigInt(d)];
  if (bottom <= 0n) throw new RangeError('a fraction needs a denominator above zero');
  const common = divisor(top, bottom);
  return common === 0n ? { n: 0n, d: 1n } : { n: top / common, d: bottom / common };
}

export const ZERO = fraction(0);
export const ONE = fraction(1);

/** Reads a decimal such as `0.15`; a number is read by its shortest decimal. */
export function decimal(value: string | number): Fraction {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError(`not a decimal: ${value}`);
  const [, whole = '0', part = '', exponent = '0'] = match;
  const power = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return power >= 0 ? fraction(digits * 10n ** BigInt(power)) : fraction(digits, 10n ** BigInt(-power));
}

export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
export const atLeast = (a: Fraction, b: Fraction): boolean => a.n * b.d >= b.n * a.d;
export const larger = (a: Fraction, b: Fraction): Fraction => (atLeast(a, b) ? a : b);
export const smaller = (a: Fraction, b: Fraction): Fraction => (atLeast(a, b) ? b : a);

/** `a / b`; zero where `b` is zero, as the text says of an empty denominator. */
export function over(a: Fraction, b: Fraction): Fraction {
  if (b.n === 0n) return ZERO;
  return b.n > 0n ? fraction(a.n * b.d, a.d * b.n) : fraction(-a.n * b.d, -a.d * b.n);
}

export function sum(parts: Iterable<Fraction>): Fraction {
  let total = ZERO;
  for (const part of parts) total = plus(total, part);
  return total;
}

/** Nearest number with six decimals, halves away from zero. For values of zero or more. */
export function sixDecimals(a: Fraction): number {
  return Number((a.n * 2_000_000n + a.d) / (a.d * 2n)) / 1_000_000;
}
