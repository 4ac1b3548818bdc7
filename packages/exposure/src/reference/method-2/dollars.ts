import { atLeast, decimal, type Fraction, fraction, minus, plus, times, ZERO } from './fraction.ts';
import type { DirectionExposure, DollarBounds, RecordMoney } from './input.ts';

/** Dollar conditions by section 5 of method version 2, which is in preparation. */
export interface PricedRecord {
  readonly amount: Fraction;
  readonly money: RecordMoney;
  /** Amount of it that is exposed to tier S directly. */
  readonly directS: Fraction;
}

export function moneyOf(
  records: readonly PricedRecord[],
  decimals: number,
): Pick<DirectionExposure, 'dollars' | 'dollarsWithoutDirectS'> {
  const clean = records
    .map(({ amount, money, directS }) => ({ amount: minus(amount, directS), money, directS: ZERO }))
    .filter(({ amount }) => amount.n > 0n);
  return { dollars: dollarsOf(records, decimals), dollarsWithoutDirectS: dollarsOf(clean, decimals) };
}

/** Bounds of a direction: its records, each at its price where known. Null where one record has neither. */
function dollarsOf(records: readonly PricedRecord[], decimals: number): DollarBounds | null {
  let [low, high] = [ZERO, ZERO];
  for (const { amount, money } of records) {
    const coins = times(amount, fraction(1n, 10n ** BigInt(decimals)));
    switch (money.kind) {
      case 'none':
        return null;
      case 'price':
        low = plus(low, times(coins, decimal(money.usd)));
        high = plus(high, times(coins, decimal(money.usd)));
        break;
      case 'bounds':
        low = plus(low, times(coins, decimal(money.low)));
        high = plus(high, times(coins, decimal(money.high)));
        break;
    }
  }
  return { low, high };
}

const NEAR = fraction(1, 1_000_000_000);

/** A bound of a share is met from one billionth below it. */
export function shareMeets(share: Fraction, percent: string): boolean {
  return atLeast(plus(share, NEAR), times(decimal(percent), fraction(1, 100)));
}

/** Whether a share of a direction is worth at least `usd`; between the bounds one percent of the column decides. */
export function dollarsMeet(exposure: DirectionExposure, share: Fraction, usd: number): boolean {
  if (exposure.dollars === null) return usd <= 10 && shareMeets(share, '1');
  const bound = fraction(usd);
  const nearly = times(bound, fraction(999_999_999, 1_000_000_000));
  if (atLeast(times(share, exposure.dollars.low), nearly)) return true;
  if (!atLeast(times(share, exposure.dollars.high), nearly)) return false;
  return shareMeets(share, '1');
}
