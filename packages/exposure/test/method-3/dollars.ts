import { add, divide, type Fraction, fraction, isAtMost, isZero, meets, multiply, subtract, ZERO } from './fraction.ts';

/** Dollars of one base unit on the day of a time (Unix seconds, UTC); null where no price is known. */
export type PriceAt = (time: number) => Fraction | null;

/** Dollars, or null where a price lacks. */
export type Dollars = Fraction | null;

/** So much at the price of that day. */
export function dollarsOf(amount: Fraction, time: number, priceAt: PriceAt): Dollars {
  const price = priceAt(time);
  return price === null ? null : multiply(amount, price);
}

/** What several amounts were worth on their days. */
export interface Sum {
  /** Null where amounts without a price are more than 10% of all; up to that they count at the average of the others. */
  readonly dollars: Dollars;
  /** Of those that have a price. */
  readonly priced: Fraction;
}

/** The sum of what several amounts were worth on their days. */
export function dollarsOfAll(
  all: ReadonlyArray<{ readonly amount: Fraction; readonly time: number }>,
  priceAt: PriceAt,
): Sum {
  let [priced, amount, amountPriced] = [ZERO, ZERO, ZERO];
  for (const one of all) {
    const dollars = dollarsOf(one.amount, one.time, priceAt);
    amount = add(amount, one.amount);
    if (dollars === null) continue;
    amountPriced = add(amountPriced, one.amount);
    priced = add(priced, dollars);
  }
  if (isZero(amount)) return { dollars: ZERO, priced };
  const isKnown = isAtMost(divide(subtract(amount, amountPriced), amount), fraction(1n, 10n));
  return { dollars: isKnown ? divide(multiply(priced, amount), amountPriced) : null, priced };
}

/** Whether a sum meets a bound, or what of it has a price does. */
export const isSumFrom = ({ dollars, priced }: Sum, bound: number): boolean =>
  isFrom(dollars, bound) || meets(priced, fraction(BigInt(bound)));

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
