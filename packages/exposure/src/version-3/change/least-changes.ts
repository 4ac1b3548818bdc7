import type { AssessmentOf3 } from '../assess/assessment-of-3.ts';
import type { Rating } from '../rating/rating.ts';
import { changeableOf } from './changeable.ts';
import { type AssessWithout, areWalksShort, type ClaimChange, leastClaim } from './least-claim.ts';
import { leastPath, type PathChange } from './least-path.ts';
import { leastFall, leastRise, type ShareChange } from './least-share.ts';

/** The smallest change of each kind that gives more stars, or of five takes one; null where none of the kind does. */
export interface LeastChanges {
  readonly share: ShareChange | null;
  /** Null of five stars. */
  readonly path: PathChange | null;
  /** Null of five stars. */
  readonly claim: ClaimChange | null;
  /** Whether the withdrawal of claims was asked: it takes new walks, which may be too long. */
  readonly areClaimsAsked: boolean;
}

/** What a search needs besides the assessment. */
export interface ChangeOptions {
  /** Of the asset, as its question has them. */
  readonly decimals: number;
  /** By a new walk, five times at most; without it no claim is asked. */
  readonly assessWithout?: AssessWithout;
}

/**
 * What would change the stars (docs/method/3, section 15), decided by the rules of the method themselves; pure and
 * deterministic but for `assessWithout`.
 *
 * @returns null where the address's own label decides, and where nothing came in and nothing bad was paid
 * @example
 * const { share } = (await leastChanges(assessment, { decimals: 6 })) ?? {};
 * // { mixture: 'ever', of: { category: 'scam', layer: 'direct' }, share: 0.042, to: 0.029999, stars: 3, isOfBoth: false }
 */
export async function leastChanges(
  assessment: AssessmentOf3,
  { decimals, assessWithout }: ChangeOptions,
): Promise<LeastChanges | null> {
  const { rating, mixtures } = assessment;
  if (isByOwnLabel(rating) || rating.finding === 'no_records') return null;
  const changeable = changeableOf(assessment, decimals);
  if (rating.kind === 'stars' && rating.stars === 5) {
    return { share: leastRise(changeable, rating), path: null, claim: null, areClaimsAsked: false };
  }
  const without = assessWithout !== undefined && areWalksShort(assessment) ? assessWithout : null;
  return {
    share: leastFall(changeable, rating),
    path: leastPath(changeable, mixtures, rating),
    claim: without === null ? null : await leastClaim(assessment, without),
    areClaimsAsked: without !== null,
  };
}

/** Whether the label itself decides: not what a service with such a label received. */
export const isByOwnLabel = (rating: Rating): boolean =>
  rating.kind === 'stars' && rating.cause.reason === 'own label' && rating.cause.by === 'label';
