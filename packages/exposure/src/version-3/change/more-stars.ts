import type { StarsGiven } from '../rating/floors/total.ts';
import { type Rating, riskScoreOf } from '../rating/rating.ts';

/** Least stars that are not those of a warning. */
const WITHOUT_WARNING = 4;

/**
 * Whether a rating has more stars than another (docs/method/3, section 15). One without stars has not; of a finding, one
 * to three are not more: they are a warning where there was none.
 */
export function isMore(rating: Rating, than: Rating): boolean {
  const stars = riskScoreOf(rating);
  return than.kind === 'finding' ? stars >= WITHOUT_WARNING : stars > than.stars;
}

/** @throws {Error} when it has none, which no change that is named gives. */
export function starsOf(rating: Rating): StarsGiven {
  if (rating.kind !== 'stars') throw new Error('a change that leaves a result without stars is none');
  return rating.stars;
}
