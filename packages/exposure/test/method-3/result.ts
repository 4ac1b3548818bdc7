import { NOT_FOLLOWED_ON, tierOf, weightOf } from './categories.ts';
import { allOf, type Composition, isBadSource, merge, R, scale, shares, sizeOf } from './composition.ts';
import { dollarsOf, dollarsOfAll, isFrom, isUnder, type PriceAt, part } from './dollars.ts';
import { directIllicit, serviceShare, totalOf } from './floors.ts';
import {
  divide,
  type Fraction,
  fraction,
  isZero,
  larger,
  meets,
  multiply,
  percent,
  rounded,
  subtract,
  sum,
} from './fraction.ts';
import type { Label, LabelAt, OnReviewedList } from './labels.ts';
import type { History } from './model.ts';
import { type Paid, readPaid } from './paid.ts';
import { fits, type Mixture, takenOut, without, withoutFew } from './set-aside.ts';
import {
  type Confidence,
  confidenceOf,
  higher,
  isRead,
  lower,
  type Rating,
  type Reason,
  rate,
  rateBoth,
  starsOf,
} from './stars.ts';

export type Finding = 'no_records' | 'contact' | 'none_found' | 'too_little';

export interface Result {
  readonly stars: number | null;
  readonly riskscore: number;
  readonly finding: Finding | null;
  readonly confidence: Confidence;
  /** To four decimals. */
  readonly exchangedNotFollowed: number;
  readonly reason: Reason | null;
  readonly setAside: readonly string[];
}

/** What a question needs besides the history. */
export interface Circumstances {
  /** Labels as they count for others. */
  readonly labelAt: LabelAt;
  /** The given label of the address itself, never of a cluster. */
  readonly ownLabel: Label | null;
  readonly onReviewedList: OnReviewedList;
  readonly priceAt: PriceAt;
  readonly cutOff: number;
  readonly isSample: boolean;
}

const DECIDED_BY_LABEL: ReadonlyMap<string, readonly [strong: number, weak: number]> = new Map([
  ['S', [1, 1]],
  ['A', [1, 2]],
  ['B', [2, 3]],
]);

/** A result, with what was exchanged of a mixture before section 8. */
export function resultOf(
  rating: Rating | null,
  finding: Finding,
  before: Composition,
  setAside: readonly string[],
): Result {
  const exchanged = sizeOf(before, ({ category }) => NOT_FOLLOWED_ON.has(category));
  const { n, d } = rounded(exchanged, 4);
  return {
    stars: rating?.stars ?? null,
    riskscore: rating?.stars ?? 0,
    finding: rating === null ? finding : null,
    confidence: rating?.confidence ?? 'none',
    exchangedNotFollowed: Number(n) / Number(d),
    reason: rating?.reason ?? null,
    setAside,
  };
}

/** *Ever*: by amount, with what a stated total exceeds the records by as R; and what it is worth. */
function everOf({ inflows }: History, priceAt: PriceAt, stated: bigint | null) {
  const read = sum(inflows.map(({ amount }) => amount));
  const base = stated === null ? read : larger(read, fraction(stated));
  const came = merge(...inflows.map((inflow) => inflow.came), scale(allOf(R), subtract(base, read)));
  const dollars = isZero(read) ? null : dollarsOfAll(inflows, priceAt).dollars;
  return { base, came, mixture: { shares: shares(came), dollars: dollars && multiply(dollars, divide(base, read)) } };
}

/** Rates a wallet. `stated`: what a source says that it received in all, or null. */
export function rateWallet(history: History, of: Circumstances, stated: bigint | null): Result {
  const { labelAt, priceAt, cutOff, isSample } = of;
  const { base, came, mixture: ever } = everOf(history, priceAt, stated);
  const isWhole = history.shortfalls.length === 0 && !isSample;
  const out = takenOut(history, labelAt, priceAt, base);
  const everLeft = without(ever, out.rows, came);
  const fitOfEver = fits(everLeft);
  const finish = (mixture: Mixture, fit: 'few' | 'some' | null) => (fit === 'few' ? withoutFew(mixture) : mixture);
  const everRated = finish(everLeft, fitOfEver);
  const known = { isWhole, isSample, least: isSample ? leastOfSample(everRated, stated) : 1 };
  const ratingOfEver = rate(everRated, fitOfEver, known);

  const held = history.afterLastInflow;
  const now = held && { shares: held.composition, dollars: dollarsOf(held.balance, cutOff, priceAt) };
  const nowLeft = now && without(now, out.rows, came);
  const hasNow = now !== null && !isUnder(now.dollars, 10);
  const fitOfNow = hasNow && nowLeft !== null ? (fitOfEver ?? fits(nowLeft)) : null;
  const ratingOfNow = nowLeft && rate(finish(nowLeft, fitOfNow), fitOfNow, known);
  const isEmptied = isUnder(dollarsOf(history.atCutOff.balance, cutOff, priceAt), 10);
  const countsNow = hasNow && !(isEmptied && ratingOfNow === null);

  const paid = readPaid(history, out, labelAt, priceAt);
  let rating = rateBoth(ratingOfEver, countsNow ? ratingOfNow : 'no now');
  if (out.returnedSevere) rating = atMost(rating, 3, 'returned', confidenceOf(known));
  const starsOfPaid = Math.min(starsOf(fraction(BigInt(paid.floor))), paid.asVictims ? 3 : 5);
  const isPartly = isSample || history.inflows.length === 0;
  const stars = isPartly ? Math.max(3, starsOfPaid) : starsOfPaid;
  rating = atMost(rating, stars, 'paid', confidenceOf(known));
  rating = byOwnLabel(rating, of.ownLabel, isWhole ? everRated : null);

  const setAside = [
    ...(out.returned.length > 0 ? ['returned'] : []),
    ...(out.isUntouched ? ['untouched'] : []),
    ...['few', 'some'].filter((fit) => fit === fitOfEver || fit === fitOfNow),
  ];
  const mixtures = [ever.shares, ...(countsNow ? [now.shares] : [])];
  return resultOf(rating, findingOf(history, mixtures, paid, isWhole, ever.dollars), ever.shares, setAside);
}

/** The fewest stars of a sample: two by a stated total, else three. */
function leastOfSample(ever: Mixture, stated: bigint | null): number {
  if (stated === null) return 3;
  const illicit = directIllicit(ever.shares);
  const isLarge = isFrom(part(ever.dollars, illicit), 1000) && meets(illicit, percent('10'));
  return starsOf(totalOf(ever.shares, ever.dollars).total) <= 2 && isLarge ? 2 : 3;
}

/** At most so many stars; where there were none, these count if they are three or fewer. */
function atMost(rating: Rating | null, stars: number, reason: Reason, confidence: Confidence): Rating | null {
  if (rating === null) return stars <= 3 ? { stars, confidence, reason } : null;
  if (stars < rating.stars) return { stars, confidence, reason };
  if (stars > rating.stars || stars > 3) return rating;
  return { ...rating, confidence: higher(rating.confidence, confidence) };
}

/** What the wallet's own label decides; `ever` where the history is whole, for the service floor. */
function byOwnLabel(rating: Rating | null, label: Label | null, ever: Mixture | null): Rating | null {
  if (label === null || label.category === 'other_entities') return rating;
  const decided = DECIDED_BY_LABEL.get(tierOf(label.category));
  const isStrong = label.confidence >= 50;
  if (decided !== undefined) {
    const own: Rating = { stars: decided[isStrong ? 0 : 1], confidence: 'high', reason: 'own label' };
    return rating === null ? own : lower(rating, own);
  }
  if (!isStrong) return rating;
  const stars = starsOf(multiply(fraction(100n), weightOf(label.category)));
  return { stars: Math.min(stars, serviceFloor(ever)), confidence: 'high', reason: 'own label' };
}

/** The service floor of section 10. */
function serviceFloor(ever: Mixture | null): number {
  if (ever === null) return 5;
  const illicit = serviceShare(ever.shares);
  if (!isFrom(part(ever.dollars, illicit), 1000)) return 5;
  if (meets(illicit, percent('50'))) return 1;
  if (meets(illicit, percent('25'))) return 2;
  return meets(illicit, percent('10')) ? 3 : 5;
}

function findingOf(
  { inflows }: History,
  mixtures: readonly Composition[],
  paid: Paid,
  isWhole: boolean,
  received: Fraction | null,
): Finding {
  if (inflows.length === 0 && !paid.anythingBad) return 'no_records';
  if (paid.anythingBad || mixtures.some((mixture) => !isZero(sizeOf(mixture, isBadSource)))) return 'contact';
  return mixtures.every(isRead) && isWhole && !isUnder(received, 1) ? 'none_found' : 'too_little';
}
