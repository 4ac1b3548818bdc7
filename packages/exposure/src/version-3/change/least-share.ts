import type { Mixture } from '../mixture.ts';
import { isBad } from '../rating/floors/risk-row.ts';
import type { StarsGiven } from '../rating/floors/total.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Rating } from '../rating/rating.ts';
import type { Changeable, NamedMixture } from './changeable.ts';
import { isMore, starsOf } from './more-stars.ts';
import { areAlike, firstThat, lastThat } from './search.ts';
import { isNear, namesIn, notBadIn, RESIDUALS, type ShareName, shareIn, withFall, withRise } from './shares.ts';

/** The share that has to move least, and to what (docs/method/3, section 15). */
export interface ShareChange {
  /** The mixture in which it moves most: of equal ones *ever*. */
  readonly mixture: MixtureName;
  /** It is more than `to` in the other mixture too, and falls there as well. */
  readonly isOfBoth: boolean;
  readonly of: ShareName;
  /** What it is in `mixture`, 0..1. */
  readonly share: number;
  /** A whole number of millionths: the nearest at which the stars are others. */
  readonly to: number;
  /** What the result then has. */
  readonly stars: StarsGiven;
}

/** Steps that a whole has. */
export const STEPS = 1_000_000;

/** Of a step: what is nearer to a whole one is off by the rounding of binary fractions alone. */
const ROUNDING = 1e-6;

/** A share in steps, whole ones exactly: 0.042 is 42,000 of them, and not a little more. */
function stepsOf(share: number, steps: number): number {
  const all = share * steps;
  const whole = Math.round(all);
  return Math.abs(all - whole) < ROUNDING ? whole : all;
}

/** A change with the steps that it moves. */
interface Moved {
  readonly change: ShareChange;
  readonly moves: number;
}

/**
 * The least fall of one share that gives more stars; null where none does.
 *
 * @param steps of a whole; tests try all of fewer
 */
export function leastFall(changeable: Changeable, now: Rating, steps = STEPS): ShareChange | null {
  const { mixtures, rate } = changeable;
  const residuals = RESIDUALS.map((category): ShareName => ({ category, layer: null }));
  const names = [...namesIn(mixtures, (row) => !isNear(row)), ...residuals];
  const others = names.filter((name) => !isBadShare(name));
  // Nothing of what is not bad matters where all of it together does not: where a warning counts, say.
  const without = (mixture: Mixture): Mixture => others.reduce((left, name) => withFall(left, name, 0), mixture);
  const isAsNow = areAlike(rate(mixtures.map((one) => ({ ...one, mixture: without(one.mixture) }))), now);
  const shares = (isAsNow ? names.filter(isBadShare) : names).flatMap((name) => largestOf(mixtures, name));
  const inOrder = mixtures.flatMap(({ name }) => shares.filter(({ mixture }) => mixture === name));
  return leastOf(inOrder, (share, within) => fallOf(share, within, { changeable, now, steps }));
}

interface Fall {
  readonly changeable: Changeable;
  readonly now: Rating;
  readonly steps: number;
}

/** The least fall of one share that moves less than `within` steps. */
function fallOf(
  { of: name, mixture: of, share }: LargestShare,
  within: number,
  { changeable: { mixtures, hasSetAside, rate }, now, steps }: Fall,
): Moved | null {
  const is = stepsOf(share, steps);
  const low = Math.max(0, Math.floor(is - within + ROUNDING) + 1);
  const high = Math.ceil(is) - 1;
  const at = (step: number): Rating =>
    rate(mixtures.map((one) => ({ ...one, mixture: withFall(one.mixture, name, step / steps) })));
  const search = { now, at, isMeant: (rating: Rating) => isMore(rating, now) };
  // Nothing of it is apart: a mixture without bad shares has neither few nor some, which the least part of one gives.
  const isApart = isBadShare(name) && (hasSetAside || mixtures.some(({ mixture }) => isAllBadIn(mixture, name)));
  const found =
    lastThat({ low: isApart ? Math.max(1, low) : low, high }, search) ??
    (isApart ? lastThat({ low, high: 0 }, search) : null);
  if (found === null) return null;
  const to = found.step / steps;
  const isOfBoth = mixtures.every(({ mixture }) => shareIn(mixture, name) > to) && mixtures.length > 1;
  return {
    change: { mixture: of, share, isOfBoth, of: name, to, stars: starsOf(found.rating) },
    moves: is - found.step,
  };
}

const isBadShare = (name: ShareName): boolean => name.layer !== null && isBad(name);

/** Whether a share is all that is bad in a mixture. */
function isAllBadIn(mixture: Mixture, name: ShareName): boolean {
  const share = shareIn(mixture, name);
  return share > 0 && share + notBadIn(mixture) > 1 - ROUNDING / STEPS;
}

type LargestShare = Pick<ShareChange, 'of' | 'mixture' | 'share'>;

/** A share in the mixture where it is largest, of equal ones *ever*; nothing where it is in none. */
function largestOf(mixtures: readonly NamedMixture[], of: ShareName): readonly LargestShare[] {
  const shares = mixtures.map(({ name, mixture }) => ({ of, mixture: name, share: shareIn(mixture, of) }));
  const [first, second] = shares.filter(({ share }) => share > 0);
  if (first === undefined) return [];
  return [second !== undefined && second.share > first.share + ROUNDING / STEPS ? second : first];
}

/**
 * The least rise of one share, in one mixture, that takes a star of five; null where none does.
 *
 * @param steps as `leastFall`
 */
export function leastRise({ mixtures, rate }: Changeable, now: Rating, steps = STEPS): ShareChange | null {
  const all = mixtures.flatMap((one) => namesIn([one], isBad).map((name) => ({ one, name })));
  return leastOf(all, ({ one, name }, within): Moved | null => {
    const share = shareIn(one.mixture, name);
    const is = stepsOf(share, steps);
    const most = Math.floor(stepsOf(share + notBadIn(one.mixture), steps));
    const range = { low: Math.floor(is) + 1, high: Math.min(most, Math.ceil(is + within - ROUNDING) - 1) };
    const at = (step: number): Rating => rate([{ ...one, mixture: withRise(one.mixture, name, step / steps) }]);
    const found = firstThat(range, { now, at, isMeant: (rating) => rating.kind === 'stars' && rating.stars < 5 });
    if (found === null) return null;
    const to = found.step / steps;
    const change = { mixture: one.name, isOfBoth: false, of: name, share, to, stars: starsOf(found.rating) };
    return { change, moves: found.step - is };
  });
}

/** The change that moves least; of equal ones the first. Of each share only what moves less is looked for. */
function leastOf<Name>(names: readonly Name[], find: (name: Name, within: number) => Moved | null): ShareChange | null {
  const none: Moved | null = null;
  return (
    names.reduce<Moved | null>((least, name) => find(name, least?.moves ?? Number.POSITIVE_INFINITY) ?? least, none)
      ?.change ?? null
  );
}
