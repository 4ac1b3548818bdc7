import { add, divide, type Fraction, fraction, isZero, meets, multiply, ZERO } from './fraction.ts';

/** Dollars of one base unit on the day of a time (Unix seconds, UTC); null where no price is known. */
export type PriceAt = (time: number) => Fraction | null;

/** Dollars, or null where a price lacks. */
export type Dollars = Fraction | null;

/** So much at the price of that day. */
export function dollarsOf(amount: Fraction, time: number, priceAt: PriceAt): Dollars {
  const price = priceAt(time);
  return price === null ? null : multiply(amount, price);
}

/** The sum of what several amounts were worth on their days; null where one has no price. */
export function dollarsOfAll(
  all: ReadonlyArray<{ readonly amount: Fraction; readonly time: number }>,
  priceAt: PriceAt,
): Dollars {
  let result = ZERO;
  for (const { amount, time } of all) {
    const dollars = dollarsOf(amount, time, priceAt);
    if (dollars === null) return null;
    result = add(result, dollars);
  }
  return result;
}

/** A share of dollars. */
export const part = (dollars: Dollars, share: Fraction): Dollars =>
  dollars === null ? null : multiply(dollars, share);

/** Whether dollars are known and meet a bound: without a price no condition in dollars is met. */
export const isFrom = (dollars: Dollars, bound: number): boolean =>
  dollars !== null && meets(dollars, fraction(BigInt(bound)));

/** Whether dollars are known and below a bound. */
export const isUnder = (dollars: Dollars, bound: number): boolean =>
  dollars !== null && !meets(dollars, fraction(BigInt(bound)));

/** One amount as a share of another; 0 of nothing. */
export const shareOf = (amount: Fraction, whole: Fraction): Fraction => (isZero(whole) ? ZERO : divide(amount, whole));
