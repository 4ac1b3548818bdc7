import { type Composition, isNotFollowed, sizeOf } from './composition.ts';
import { isUnder } from './dollars.ts';
import { totalOf } from './floors.ts';
import { type Fraction, fraction, isAtMost, isBelow, meets, percent } from './fraction.ts';
import type { Mixture } from './set-aside.ts';

export type Confidence = 'high' | 'medium' | 'low' | 'none';

/** From where the stars are: in words of the scenes. */
export type Reason = 'warning' | 'explained' | 'far' | 'part' | 'paid' | 'returned' | 'own label';

export interface Rating {
  readonly stars: number;
  readonly confidence: Confidence;
  readonly reason: Reason;
}

/** What is known of the history that a mixture belongs to. */
export interface Known {
  readonly isWhole: boolean;
  readonly isSample: boolean;
  /** The fewest stars of a sample: three, or two by a stated total; 1 where it is none. */
  readonly least: number;
}

const ORDER: readonly Confidence[] = ['none', 'low', 'medium', 'high'];

export const higher = (a: Confidence, b: Confidence): Confidence => (ORDER.indexOf(a) < ORDER.indexOf(b) ? b : a);

/** The stars of a total. */
export function starsOf(total: Fraction): number {
  const bounds = [20n, 40n, 60n, 80n];
  return 5 - bounds.filter((bound) => !isBelow(total, fraction(bound))).length;
}

/** The confidence of what was paid or returned (section 9). */
export const confidenceOf = ({ isSample, isWhole }: Known): Confidence =>
  isSample ? 'low' : isWhole ? 'high' : 'medium';

/** The share that is explained by at most so many owners: `K` by two, `F` by any number. */
const explainedShare = (mixture: Composition, owners: number): Fraction =>
  sizeOf(mixture, (source) => source.explained && source.owners <= owners);

/** Whether R of a mixture is at most 10%. */
export const isRead = (mixture: Composition): boolean => isAtMost(sizeOf(mixture, isNotFollowed), percent('10'));

/** The rating of one mixture after section 8, or null where it has no stars. */
export function rate({ shares, dollars }: Mixture, fit: 'few' | 'some' | null, known: Known): Rating | null {
  if (shares.size === 0 || isUnder(dollars, 1)) return null;
  const { total, floors } = totalOf(shares, dollars);
  const { isWhole, isSample, least } = known;
  if (!isBelow(total, fraction(40n))) {
    const stars = Math.max(fit === 'some' ? 3 : starsOf(total), least);
    const isFirm = isWhole && (floors.strong >= 40 || (floors.strong === 0 && floors.all === 0));
    return { stars, confidence: isSample ? 'low' : isFirm ? 'high' : 'medium', reason: 'warning' };
  }
  if (!isRead(shares)) return null;
  const near = explainedShare(shares, 2);
  if (meets(near, percent('75')) && isWhole) return { stars: starsOf(total), confidence: 'high', reason: 'explained' };
  if (meets(explainedShare(shares, 6), percent('75')) && isWhole)
    return { stars: 4, confidence: 'medium', reason: 'far' };
  if (meets(near, percent('40'))) return { stars: 4, confidence: 'medium', reason: 'part' };
  return null;
}

/** The lower of two ratings; of equal stars the first, with the higher confidence. */
export function lower(a: Rating, b: Rating): Rating {
  if (b.stars !== a.stars) return b.stars < a.stars ? b : a;
  return ORDER.indexOf(a.confidence) < ORDER.indexOf(b.confidence) ? b : a;
}

/** Both mixtures: a warning of either counts; without one both must have stars, where there is a *now*. */
export function rateBoth(ever: Rating | null, now: Rating | null | 'no now'): Rating | null {
  const both = [ever, now === 'no now' ? ever : now];
  const rated = both.filter((rating) => rating !== null);
  const warnings = rated.filter(({ reason }) => reason === 'warning');
  const counting = warnings.length > 0 ? warnings : rated.length === both.length ? rated : [];
  return counting.length === 0 ? null : counting.reduce(lower);
}
