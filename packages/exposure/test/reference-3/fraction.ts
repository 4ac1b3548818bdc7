/** Exact rational numbers, so that no rule of the method is decided by the rounding of a float. */
export interface Fraction {
  readonly num: bigint;
  /** Above 0; the fraction is in lowest terms. */
  readonly den: bigint;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** num / den. Throws on a zero denominator. */
export function fraction(num: bigint, den = 1n): Fraction {
  if (den === 0n) throw new RangeError('a fraction has no zero denominator');
  const sign = den < 0n ? -1n : 1n;
  const divisor = commonDivisor(num, den * sign);
  return { num: (num * sign) / divisor, den: (den * sign) / divisor };
}

export const ZERO = fraction(0n);
export const ONE = fraction(1n);

/** A number as it is written, 0.45 being 45/100 and not its nearest float. */
export function decimal(value: number | string): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError(`not a decimal: ${value}`);
  const [, sign = '', whole = '0', part = '', power = '0'] = match;
  const digits = BigInt(`${sign}${whole}${part}`);
  const exponent = Number(power) - part.length;
  return exponent < 0 ? fraction(digits, 10n ** BigInt(-exponent)) : fraction(digits * 10n ** BigInt(exponent));
}

/** So many hundredths. */
export function percent(value: number): Fraction {
  return over(decimal(value), decimal(100));
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den - b.num * a.den, a.den * b.den);
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.num, a.den * b.den);
}

export function over(a: Fraction, b: Fraction): Fraction {
  return fraction(a.num * b.den, a.den * b.num);
}

/** Below 0, 0 or above 0 as a is below, equal to or above b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function larger(a: Fraction, b: Fraction): Fraction {
  return compare(a, b) >= 0 ? a : b;
}

export function smaller(a: Fraction, b: Fraction): Fraction {
  return compare(a, b) <= 0 ? a : b;
}

export function sum(values: Iterable<Fraction>): Fraction {
  let total = ZERO;
  for (const value of values) total = plus(total, value);
  return total;
}

const SCALE = 10n ** 30n;

export function toNumber(value: Fraction): number {
  return Number((value.num * SCALE) / value.den) / Number(SCALE);
}

const BILLIONTH = fraction(1n, 1_000_000_000n);

/** Section 6: a sum meets a bound from one billionth of the bound below it. */
export function meets(value: Fraction, bound: Fraction): boolean {
  return compare(value, times(bound, minus(ONE, BILLIONTH))) >= 0;
}

/** Section 6: a share is at most a bound until one billionth above it. */
export function atMost(value: Fraction, bound: Fraction): boolean {
  return compare(value, times(bound, plus(ONE, BILLIONTH))) <= 0;
}
