import { CompensatedSum } from '../../../walk/sum.ts';
import { isAtMost, isBelow, meets } from './bounds.ts';

/** Dollars, or null where a price lacks: then no condition in dollars is met (docs/method/3, section 7). */
export type Usd = number | null;

/** Dollars of one base unit on the day (UTC) of a time in Unix seconds; null where no price is known. */
export type UsdAt = (time: number) => Usd;

/** Base units of a moment (Unix seconds). */
export interface AmountAt {
  readonly amount: bigint;
  readonly time: number;
}

/** Whether dollars are known and meet a bound. */
export const usdMeets = (usd: Usd, bound: number): boolean => usd !== null && meets(usd, bound);

/** Whether dollars are known and below a bound. */
export const isUsdBelow = (usd: Usd, bound: number): boolean => usd !== null && isBelow(usd, bound);

/** The dollars of a share (0..1) of something. */
export const usdOfShare = (usd: Usd, share: number): Usd => (usd === null ? null : usd * share);

/** An amount at the price of its day; without one, not even nothing is known to be little. */
export function usdOf({ amount, time }: AmountAt, usdAt: UsdAt): Usd {
  const price = usdAt(time);
  return price === null ? null : Number(amount) * price;
}

/** The sum of dollars; null where one of them is not known. */
export function sumOfUsd(all: Iterable<Usd>): Usd {
  const sum = new CompensatedSum();
  for (const usd of all) {
    if (usd === null) return null;
    sum.add(usd);
  }
  return sum.value;
}

/** What several amounts of several days are worth together (docs/method/3, section 7). */
export interface Worth {
  /** Null where more than a tenth of them is of days without a price; up to that, they count at the average of the others. */
  readonly usd: Usd;
  /** The same; but where that is null, those that have a price: what is bad is not hidden by what has none. */
  readonly atLeast: number;
}

const MOST_WITHOUT_PRICE = 0.1;

/** @param parts Each with its size, in any one unit. */
export function worthOf(parts: Iterable<{ readonly size: number; readonly usd: Usd }>): Worth {
  const [priced, all, dollars] = [new CompensatedSum(), new CompensatedSum(), new CompensatedSum()];
  for (const { size, usd } of parts) {
    all.add(size);
    if (usd === null) continue;
    priced.add(size);
    dollars.add(usd);
  }
  const atLeast = dollars.value;
  if (priced.value >= all.value) return { usd: atLeast, atLeast };
  if (!isAtMost(all.value - priced.value, MOST_WITHOUT_PRICE * all.value)) return { usd: null, atLeast };
  const usd = atLeast * (all.value / priced.value);
  return { usd, atLeast: usd };
}

/** Whether what is known of the dollars meets a bound. */
export const worthMeets = ({ atLeast }: Worth, bound: number): boolean => meets(atLeast, bound);

/**
 * What *ever* is worth (docs/method/3, section 7): each inflow at the price of its day; what a stated total adds counts
 * at the average of the others.
 *
 * @param base All that was received, in base units: the sum of the inflows, or a larger stated total.
 */
export function usdOfEver(inflows: readonly AmountAt[], base: bigint, usdAt: UsdAt): Usd {
  const { usd } = worthOf(inflows.map((inflow) => ({ size: Number(inflow.amount), usd: usdOf(inflow, usdAt) })));
  const received = inflows.reduce((sum, { amount }) => sum + amount, 0n);
  if (usd === null || received === 0n || base <= received) return usd;
  return usd * (Number(base) / Number(received));
}
