import type { Mixture } from '../../mixture.ts';
import { isAtMost, isBelow, meets } from '../bounds/bounds.ts';
import { isUsdBelow, type Usd } from '../bounds/dollars.ts';
import { shareOf } from '../floors/risk-row.ts';
import { type ScoredRow, type StarsGiven, scoreRows, type Total, totalOf, WARNING_TOTAL } from '../floors/total.ts';
import { type FewOrSome, withoutFew } from './few-or-some.ts';
import { type Confidence, confidenceOfHistory, type Doubt, type HistoryKind, rankOf } from './known.ts';
import type { ValuedMixture } from './take-out.ts';

/** Which mixture: of all that ever came in, of what was held after the last net inflow, of a payment. */
export type MixtureName = 'ever' | 'now' | 'payment';

/** The stars that a mixture has by itself, and by which rule (docs/method/3, section 10). */
export interface MixtureStars {
  readonly mixture: MixtureName;
  readonly stars: StarsGiven;
  readonly reason: 'warning' | 'explained' | 'far' | 'part';
  readonly confidence: Confidence;
  readonly doubt: Doubt;
}

/** What section 10 reads of a mixture after section 8. */
export interface MixtureScore {
  readonly name: MixtureName;
  readonly fit: FewOrSome | null;
  /** After section 8, with *few* as unknown origin. */
  readonly rows: readonly ScoredRow[];
  readonly unknownOrigin: number;
  /** R, 0..1. */
  readonly notFollowed: number;
  readonly usd: Usd;
  readonly total: Total;
  /** K: explained by at most two owners, 0..1. */
  readonly near: number;
  /** F: explained by any number of owners, 0..1. */
  readonly far: number;
}

/** The fewest stars of a warning: in a sample three, or two by a stated total; else one. */
export type FewestStars = 1 | 2 | 3;

/** Owners up to which what is explained is near. */
export const NEAR_OWNERS = 2;
const EXPLAINED_FROM = 0.75;
const PART_FROM = 0.4;
const MOST_NOT_FOLLOWED = 0.1;
const LEAST_USD = 1;

/** Whether little enough of a mixture was not followed: R is at most 10%. */
export const isRead = ({ notFollowed }: Pick<Mixture, 'notFollowed'>): boolean =>
  isAtMost(notFollowed, MOST_NOT_FOLLOWED);

/** Scores what section 8 left of a mixture. */
export function scoreMixture(
  name: MixtureName,
  { mixture: before, usd }: ValuedMixture,
  fit: FewOrSome | null,
): MixtureScore {
  const mixture = fit === 'few' ? withoutFew(before) : before;
  const rows = scoreRows(mixture.rows, usd);
  const explained = rows.filter((row) => row.explained);
  return {
    name,
    fit,
    rows,
    unknownOrigin: mixture.unknownOrigin,
    notFollowed: mixture.notFollowed,
    usd,
    total: totalOf(rows),
    near: shareOf(explained.filter(({ owners }) => owners <= NEAR_OWNERS)),
    far: shareOf(explained),
  };
}

/** The stars of one mixture; null where it has none. */
export function starsOfMixture(score: MixtureScore, history: HistoryKind, fewest: FewestStars): MixtureStars | null {
  if (isUsdBelow(score.usd, LEAST_USD)) return null;
  if (score.total.total >= WARNING_TOTAL) return warning(score, history, fewest);
  const { name: mixture, near, far, total } = score;
  // More than that could hide a warning.
  if (!isRead(score)) return null;
  const isWhole = history === 'whole';
  if (isWhole && meets(near, EXPLAINED_FROM)) {
    return { mixture, stars: total.stars, reason: 'explained', confidence: 'high', doubt: null };
  }
  if (isWhole && meets(far, EXPLAINED_FROM)) {
    return { mixture, stars: 4, reason: 'far', confidence: 'medium', doubt: null };
  }
  if (isBelow(near, PART_FROM)) return null;
  return { mixture, stars: 4, reason: 'part', confidence: 'medium', doubt: null };
}

function warning({ name, fit, total }: MixtureScore, history: HistoryKind, fewest: FewestStars): MixtureStars {
  const stars = fit === 'some' ? 3 : total.stars;
  const { first, largest } = total.floors;
  const isStrong = largest === null || (first !== null && first.floor >= WARNING_TOTAL);
  const known = confidenceOfHistory(history);
  return {
    mixture: name,
    stars: stars < fewest ? fewest : stars,
    reason: 'warning',
    ...(history === 'whole' && !isStrong ? { confidence: 'medium', doubt: 'weaker_labels' } : known),
  };
}

/**
 * The stars of both mixtures: a warning of either counts, the lower one; without one both must have stars. Of equal
 * stars the higher confidence counts, then *ever*.
 *
 * @param now Null where it has no stars; undefined where there is none, or it is left out.
 */
export function starsOfBoth(ever: MixtureStars | null, now: MixtureStars | null | undefined): MixtureStars | null {
  const warnings = [ever, now].filter((stars) => stars?.reason === 'warning');
  const [first, second] = warnings.length > 0 ? warnings : [ever, now];
  if (first === null || first === undefined || second === null) return null;
  return second === undefined ? first : lower(first, second);
}

function lower(a: MixtureStars, b: MixtureStars): MixtureStars {
  if (a.stars !== b.stars) return a.stars < b.stars ? a : b;
  return rankOf(b.confidence) > rankOf(a.confidence) ? b : a;
}
