/** A share of `of` cases, with the interval that a sample of this size leaves. All between 0 and 1; null for no case. */
export interface Rate {
  readonly count: number;
  readonly of: number;
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** Normal quantile of an interval that covers 95%. */
const Z = 1.959964;
const DIGITS = 10_000;

/**
 * A share with its score interval at 95% (Wilson 1927, https://doi.org/10.1080/01621459.1927.10502953), rounded to four
 * decimals.
 *
 * @param count cases that hold, 0 to `of`
 * @param of cases in all
 */
export function wilson(count: number, of: number): Rate {
  if (of === 0) return { count, of, share: null, low: null, high: null };
  const share = count / of;
  const middle = (share + (Z * Z) / (2 * of)) / (1 + (Z * Z) / of);
  const half = (Z / (1 + (Z * Z) / of)) * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const rounded = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * DIGITS) / DIGITS;
  return { count, of, share: rounded(share), low: rounded(middle - half), high: rounded(middle + half) };
}
