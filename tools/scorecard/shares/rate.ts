import { Random } from '@assay/testkit';
import { wilson } from './wilson.ts';

/** A share of addresses, with the interval that so many cases leave. All between 0 and 1; null for no address. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  /** Addresses of one case are not independent draws: those of one service, one theft, one order of a court. */
  readonly cases: number;
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** One address: its case, and whether what is counted holds of it. */
export interface Draw {
  readonly case: string;
  readonly holds: boolean;
}

const SEED = 3;
const RESAMPLES = 1_000;
/** Of the resamples, on either side of an interval that covers 95%. */
const TAIL = 0.025;
const OUTSIDE = 0.05;
const DIGITS = 10_000;

/**
 * A share with its interval at 95%. Where every address is a case of its own, that of Wilson. Else a bootstrap over
 * cases (Field and Welsh 2007, https://doi.org/10.1111/j.1467-9868.2007.00593.x): cases are drawn with replacement, by a
 * fixed seed, and each brings all its addresses. A share of 0 or 1 has no spread; there the bound is what cases that all
 * agree leave open, `1 - 0.05^(1 / cases)`: 45% of five. One case by itself leaves everything open.
 */
export function rateOf(draws: readonly Draw[]): Rate {
  const byCase = new Map<string, { count: number; of: number }>();
  for (const { case: id, holds } of draws) {
    const known = byCase.get(id) ?? { count: 0, of: 0 };
    byCase.set(id, { count: known.count + (holds ? 1 : 0), of: known.of + 1 });
  }
  const cases = [...byCase].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sums]) => sums);
  const count = cases.reduce((sum, one) => sum + one.count, 0);
  const of = draws.length;
  if (of === 0) return { count, of, cases: 0, share: null, low: null, high: null };
  const share = rounded(count / of);
  const sums = { count, of, cases: cases.length, share };
  if (cases.length === of) {
    const { low, high } = wilson(count, of);
    return { ...sums, low, high };
  }
  if (count === 0) return { ...sums, low: 0, high: openTo(cases.length) };
  if (count === of) return { ...sums, low: rounded(1 - openTo(cases.length)), high: 1 };
  if (cases.length === 1) return { ...sums, low: 0, high: 1 };
  return { ...sums, ...resampled(cases) };
}

/** How often something may still happen that happened in none of so many cases. */
export function openTo(cases: number): number {
  return rounded(1 - OUTSIDE ** (1 / cases));
}

function resampled(cases: readonly { readonly count: number; readonly of: number }[]): Pick<Rate, 'low' | 'high'> {
  const random = new Random(SEED);
  const shares = Array.from({ length: RESAMPLES }, () => {
    let [count, of] = [0, 0];
    for (let drawn = 0; drawn < cases.length; drawn += 1) {
      const one = random.pick(cases);
      count += one.count;
      of += one.of;
    }
    return count / of;
  }).toSorted((a, b) => a - b);
  const at = (part: number): number => shares[Math.round(part * (RESAMPLES - 1))] ?? 0;
  return { low: rounded(at(TAIL)), high: rounded(at(1 - TAIL)) };
}

const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS;
