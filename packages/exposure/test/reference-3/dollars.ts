/** Dollars of a direction and dollar conditions, with bounds where a price is not known (section 6.9). */
import { type Fraction, fraction, meets, plus, times, ZERO } from './fraction.ts';
import type { Direction } from './mix.ts';
import { dayOf, type Prices } from './question.ts';

export interface Bounds {
  readonly low: Fraction;
  readonly high: Fraction;
}

/** The lower and the upper sum of a direction's records; undefined where one has neither a price nor bounds. */
export function dollarsOf(direction: Direction, prices: Prices): Bounds | undefined {
  let [low, high] = [ZERO, ZERO];
  for (const { time, amount } of direction.records) {
    const day = dayOf(time);
    const price = prices.days.get(day);
    const afterTable = prices.lastDay !== undefined && day > prices.lastDay;
    const year = afterTable ? undefined : prices.years.get(Number(day.slice(0, 4)));
    const bounds = price === undefined ? year : { low: price, high: price };
    if (bounds === undefined) return undefined;
    low = plus(low, times(fraction(amount), bounds.low));
    high = plus(high, times(fraction(amount), bounds.high));
  }
  return { low, high };
}

const ONE_PERCENT = fraction(1n, 100n);

/** Whether a share of a direction is worth at least so many dollars. */
export function isWorth(dollars: Bounds | undefined, share: Fraction, least: number): boolean {
  const bound = fraction(BigInt(least));
  const isOnePercent = meets(share, ONE_PERCENT);
  if (dollars === undefined) return least === 10 && isOnePercent;
  if (meets(times(share, dollars.low), bound)) return true;
  return meets(times(share, dollars.high), bound) && isOnePercent;
}
