import type { Stars } from '@assay/domain';

const MOST_STARS = 5;

const STAR_WORDS = ['No stars', 'One star', 'Two stars', 'Three stars', 'Four stars', 'Five stars'] as const;

/** What is shown instead of stars for an address that is not rated. */
export const NOT_RATED = 'N/A';

/**
 * The number of stars in words, at the start of a sentence.
 *
 * @example nameStars(4); // 'Four stars'
 */
export function nameStars(stars: Stars): string {
  return STAR_WORDS[stars];
}

/**
 * Stars as text: struck and blank ones, countable without colour.
 *
 * @example drawStars(2); // '★★☆☆☆'
 */
export function drawStars(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(MOST_STARS - stars);
}

/**
 * The number of stars in figures.
 *
 * @example countStars(2); // '2 of 5 stars'
 * @example countStars(0); // 'N/A'
 */
export function countStars(stars: number): string {
  return stars === 0 ? NOT_RATED : `${stars} of ${MOST_STARS} stars`;
}
