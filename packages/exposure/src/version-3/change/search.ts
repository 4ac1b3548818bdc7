import { isRead } from '../rating/mixtures/rate-mixture.ts';
import { type MixtureReading, type Rating, riskScoreOf } from '../rating/rating.ts';

/** Steps of a share: whole numbers of parts of it, both ends included. */
export interface StepRange {
  readonly low: number;
  readonly high: number;
}

/** What the rules say where a share is at a step. */
export type RatingAt = (step: number) => Rating;

/**
 * The conditions of sections 8 and 10 that depend on shares, as they hold of a rating. While one share moves one way,
 * each of them changes at most once and never back, because every value that they compare is a linear function of the
 * share, or one divided by what section 8 leaves. The stars can change back and forth: a mixture that loses its stars
 * may be left out. So a search compares the conditions, and where they are alike at both ends they are alike between.
 */
const conditionsOf = (rating: Rating): string =>
  [riskScoreOf(rating), ...rating.mixtures.map(conditionsOfMixture)].join(' ');

const conditionsOfMixture = ({ fit, isLeftOut, score, stars }: MixtureReading): string =>
  score === null
    ? `nothing ${isLeftOut}`
    : `${fit} ${isLeftOut} ${score.total.stars} ${stars?.stars} ${stars?.reason} ${isRead(score)}`;

interface Found {
  readonly step: number;
  readonly rating: Rating;
}

interface Tried extends Found {
  readonly conditions: string;
}

/** Where a search begins: the result as it is, beside the nearest step of the range. */
interface Search {
  readonly now: Rating;
  readonly at: RatingAt;
  readonly isMeant: (rating: Rating) => boolean;
}

/** The largest step of a range below a share whose rating is meant; null where none is. */
export const lastThat = ({ low, high }: StepRange, search: Search): Found | null =>
  low > high ? null : nearestThat(high, low, search);

/** The least step of a range above a share whose rating is meant; null where none is. */
export const firstThat = ({ low, high }: StepRange, search: Search): Found | null =>
  low > high ? null : nearestThat(low, high, search);

/** Whether all conditions hold alike of two ratings, and so of all between them. */
export const areAlike = (a: Rating, b: Rating): boolean => conditionsOf(a) === conditionsOf(b);

/** Of the steps from one to another, the nearest to the first whose rating is meant. */
function nearestThat(from: number, to: number, { now, at, isMeant }: Search): Found | null {
  const tried = (step: number): Tried => {
    const rating = at(step);
    return { step, rating, conditions: conditionsOf(rating) };
  };
  const between = (near: Tried, far: Tried): Found | null => {
    if (isMeant(near.rating)) return near;
    if (near.conditions === far.conditions) return null;
    if (Math.abs(far.step - near.step) === 1) return isMeant(far.rating) ? far : null;
    const middle = tried(Math.trunc((near.step + far.step) / 2));
    return between(near, middle) ?? between(middle, far);
  };
  const far = tried(to);
  if (areAlike(now, far.rating)) return null;
  if (from === to) return isMeant(far.rating) ? far : null;
  return between(tried(from), far);
}
