/** Sums of shares miss 1 by rounding errors of this size. */
const ROUNDING = 1e-9;

/** What is said of a share that would be rounded to nothing or to all. */
export interface ShareBound {
  readonly side: 'under' | 'over';
  /** The least share that is shown, or the largest one below the whole. */
  readonly share: number;
}

/**
 * The bound to show for a share that is too close to nothing or to all; null for any other.
 *
 * @param decimals Decimals of the percentage
 * @example boundOfShare(0.0001); // { side: 'under', share: 0.001 }
 */
export function boundOfShare(share: number, decimals = 1): ShareBound | null {
  const least = 10 ** -(decimals + 2);
  if (share > 0 && share < least / 2) return { side: 'under', share: least };
  if (share < 1 - ROUNDING && share >= 1 - least / 2) return { side: 'over', share: 1 - least };
  return null;
}

/**
 * A fraction of a whole as a percentage; never 0.0% or 100.0% for what is not quite that.
 *
 * @param share 0 to 1; sums may be larger by a rounding error
 * @example formatShare(0.1234); // '12.3%'
 * @example formatShare(0.0001); // 'under 0.1%'
 */
export function formatShare(share: number, decimals = 1): string {
  const bound = boundOfShare(share, decimals);
  const percent = `${((bound?.share ?? share) * 100).toFixed(decimals)}%`;
  return bound === null ? percent : `${bound.side} ${percent}`;
}

/**
 * A bound of the rules, with the decimals it has and no others.
 *
 * @param decimals of the percentage, at most
 * @example formatBound(0.005); // '0.5%'
 */
export function formatBound(share: number, decimals = 3): string {
  return `${Number((share * 100).toFixed(decimals))}%`;
}
