/** Exact rational numbers, for the reference only: as plain as can be, and as slow. */
export interface Fraction {
  readonly top: bigint;
  /** More than zero. */
  readonly bottom: bigint;
}

export const NONE: Fraction = { top: 0n, bottom: 1n };
export const ALL: Fraction = { top: 1n, bottom: 1n };

export function fraction(top: bigint, bottom: bigint): Fraction {
  if (bottom <= 0n) throw new RangeError(`"bottom" expected above 0, got ${bottom}`);
  const shared = greatestDivisor(top < 0n ? -top : top, bottom);
  return { top: top / shared, bottom: bottom / shared };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.top, a.bottom * b.bottom);
}

export function rest(a: Fraction): Fraction {
  return fraction(a.bottom - a.top, a.bottom);
}

export function larger(a: Fraction, b: Fraction): Fraction {
  return a.top * b.bottom >= b.top * a.bottom ? a : b;
}

/** Nearest double, good to 2^-100 for fractions from 0 to 1. */
export function toNumber(a: Fraction): number {
  return Number((a.top << 100n) / a.bottom) / 2 ** 100;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}
