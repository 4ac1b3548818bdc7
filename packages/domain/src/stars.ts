/** One is very risky, five is safe; 0 is shown as N/A. */
export type Stars = 0 | 1 | 2 | 3 | 4 | 5;

/** Whether a number is one of stars. */
export const isStars = (value: number): value is Stars => Number.isInteger(value) && value >= 0 && value <= 5;

/** Total under which an address has this many stars (docs/method, section 6.4); from the last one on it has one. */
export const STAR_BOUNDS = { 5: 20, 4: 40, 3: 60, 2: 80 } as const;

/** Word of the verdict (docs/method, section 6.4). */
export type Verdict = 'low' | 'medium' | 'high' | 'not_rated';

/**
 * Stars of a risk total from 0 (safe) to 100 (very risky). Each bound belongs to the riskier side: 20 is four stars.
 *
 * @throws RangeError when the total is not between 0 and 100.
 * @example
 * starsOfTotal(19.9); // 5
 * starsOfTotal(20);   // 4
 */
export function starsOfTotal(total: number): Exclude<Stars, 0> {
  if (!(total >= 0 && total <= 100)) throw new RangeError(`"total" expected 0 to 100, got ${total}`);
  for (const stars of [5, 4, 3, 2] as const) if (total < STAR_BOUNDS[stars]) return stars;
  return 1;
}

/** 4 and 5 stars are low risk, 3 medium, 1 and 2 high. */
export function verdictOfStars(stars: Stars): Verdict {
  switch (stars) {
    case 0:
      return 'not_rated';
    case 1:
    case 2:
      return 'high';
    case 3:
      return 'medium';
    case 4:
    case 5:
      return 'low';
  }
}
