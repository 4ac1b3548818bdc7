/** A share of judged cases, with what chance alone may explain. */
export interface Proportion {
  /** Cases judged. */
  readonly n: number;
  readonly hits: number;
  /** Hits of n; null where nothing was judged. */
  readonly share: number | null;
  /** Ends of the 95% interval by Wilson (https://doi.org/10.1080/01621459.1927.10502953); null where n is 0. */
  readonly low: number | null;
  readonly high: number | null;
}

/** Two-sided 95% of the normal distribution. */
const Z = 1.959964;

/** @example proportionOf(8, 10); // share 0.8, low 0.490, high 0.943 */
export function proportionOf(hits: number, n: number): Proportion {
  if (n === 0) return { n, hits, share: null, low: null, high: null };
  const share = hits / n;
  const square = Z * Z;
  const centre = (share + square / (2 * n)) / (1 + square / n);
  const half = (Z / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return { n, hits, share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
