/** Totals at which the number of stars changes are multiples of this. */
const STAR_STEP = 20;

/**
 * Points of 100, at most one decimal; a total just under a bound of the stars never reads as the bound.
 *
 * @example formatPoints(65.04); // '65'
 * @example formatPoints(19.96); // '19.9'
 */
export function formatPoints(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  const isBound = rounded > points && Number.isInteger(rounded / STAR_STEP);
  return (isBound ? rounded - 0.1 : rounded).toFixed(1).replace(/\.0$/, '');
}
