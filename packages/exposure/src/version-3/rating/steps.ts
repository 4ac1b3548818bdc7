import { CATEGORIES, type Category, starsOfTotal } from '@assay/domain';
import { meets } from './bounds/bounds.ts';
import { sumOfUsd, usdMeets } from './bounds/dollars.ts';
import { isDirect, isStrong, STRONG_CONFIDENCE, shareOf, tierOf } from './floors/risk-row.ts';
import type { ScoredRow, StarsGiven } from './floors/total.ts';
import { confidenceOfHistory, type HistoryKind, rankOf } from './mixtures/known.ts';
import type { MixtureScore, MixtureStars } from './mixtures/rate-mixture.ts';
import type { Paid, PaidCause } from './paid/paid.ts';
import type { Decision, OwnLabelCause } from './rating.ts';

/** The address's own label that counts at the time of the check, given or carried, never of a cluster. */
export interface OwnLabel {
  readonly category: Category;
  /** 20 to 100. */
  readonly confidence: number;
}

/** Most stars where tier S was sent back, and where a victim would look the same. */
const AT_MOST = 3;
/** Fewest stars of what was paid, in a sample and where nothing came in. */
const PAID_AT_LEAST = 3;

export const decisionOf = (stars: MixtureStars | null): Decision | null =>
  stars === null
    ? null
    : {
        stars: stars.stars,
        confidence: stars.confidence,
        doubt: stars.doubt,
        cause: { reason: stars.reason, mixture: stars.mixture },
      };

/** Step 1 of docs/method/3, section 10: something of tier S was sent back. */
export function afterReturned(soFar: Decision | null, history: HistoryKind): Decision {
  return lower(soFar, { stars: AT_MOST, ...confidenceOfHistory(history), cause: { reason: 'returned' } });
}

/** Step 2: what it paid (section 9), which counts without stars so far where it has three or fewer. */
export function afterPaid(
  soFar: Decision | null,
  paid: Paid,
  { history, hasInflow }: { readonly history: HistoryKind; readonly hasInflow: boolean },
): Decision | null {
  const decided = starsOfPaid(paid);
  if (decided === null) return soFar;
  const least = history === 'sample' || !hasInflow ? PAID_AT_LEAST : 1;
  const stars = decided.stars < least ? least : decided.stars;
  if (soFar === null && stars > AT_MOST) return null;
  return lower(soFar, { stars, ...confidenceOfHistory(history), cause: { reason: 'paid', ...decided.cause } });
}

function starsOfPaid({ floors, asVictims }: Paid): { readonly stars: StarsGiven; readonly cause: PaidCause } | null {
  const floor = floors.largest;
  const stars = floor === null ? 5 : starsOfTotal(floor.floor);
  if (asVictims !== null && stars > AT_MOST) return { stars: AT_MOST, cause: { by: 'victims', paid: asVictims } };
  return floor === null ? null : { stars, cause: { by: 'acts', floor } };
}

/** The lower stars; of equal ones, three or fewer, the higher confidence, and the cause stays. */
function lower(soFar: Decision | null, other: Decision): Decision {
  if (soFar === null || other.stars < soFar.stars) return other;
  const isRaised =
    other.stars === soFar.stars && other.stars <= AT_MOST && rankOf(other.confidence) > rankOf(soFar.confidence);
  return isRaised ? { ...soFar, confidence: other.confidence, doubt: other.doubt } : soFar;
}

/** Step 3: the wallet's own label. `ever` is that mixture after section 8; null where nothing is left of it. */
export function afterOwnLabel(
  soFar: Decision | null,
  label: OwnLabel | null,
  { history, ever }: { readonly history: HistoryKind; readonly ever: MixtureScore | null },
): Decision | null {
  if (label === null || label.category === 'other_entities') return soFar;
  const own = starsOfLabel(label, history === 'whole' ? ever : null);
  if (own === null) return soFar;
  if (soFar !== null && own.isLowerOnly && own.stars > soFar.stars) return soFar;
  const cause = { reason: 'own label', category: label.category, ...own.cause } as const;
  // What a label of tier C or D replaces decides nothing any more, alike or not.
  const isSame = own.isLowerOnly && soFar?.stars === own.stars && soFar.confidence === 'high';
  return { stars: own.stars, confidence: 'high', doubt: null, cause: isSame ? soFar.cause : cause };
}

interface LabelStars {
  readonly stars: StarsGiven;
  readonly cause: OwnLabelCause;
  /** Of S, A and B the lower counts; what C and D give replaces the stars so far. */
  readonly isLowerOnly: boolean;
}

function starsOfLabel({ category, confidence }: OwnLabel, ever: MixtureScore | null): LabelStars | null {
  const isSure = confidence >= STRONG_CONFIDENCE;
  const bad = (stars: StarsGiven): LabelStars => ({ stars, cause: { by: 'label' }, isLowerOnly: true });
  switch (tierOf(category)) {
    case 'S':
      return bad(1);
    case 'A':
      return bad(isSure ? 1 : 2);
    case 'B':
      return bad(isSure ? 2 : 3);
    case 'C':
    case 'D':
      return isSure ? starsOfService(category, ever) : null;
  }
}

function starsOfService(category: Category, ever: MixtureScore | null): LabelStars {
  const stars = starsOfTotal(100 * CATEGORIES[category].weight);
  const floor = ever === null ? null : serviceFloor(ever);
  return floor !== null && floor.stars < stars
    ? { stars: floor.stars, cause: { by: 'service_floor', share: floor.share }, isLowerOnly: false }
    : { stars, cause: { by: 'label' }, isLowerOnly: false };
}

/** Not the service's doing: these are what authorities and courts gave it. */
export const NOT_OF_SERVICE: ReadonlySet<Category> = new Set(['seized_assets', 'enforcement_action']);

const SERVICE_FLOOR = [
  { from: 0.5, stars: 1 },
  { from: 0.25, stars: 2 },
  { from: 0.1, stars: 3 },
] as const;
const SERVICE_FLOOR_USD = 1000;

/** What the service floor sums: direct S and A, by strong labels, but for what authorities and courts gave it. */
export const isOfServiceFloor = (row: ScoredRow): boolean =>
  isDirect(row) && isStrong(row) && ['S', 'A'].includes(tierOf(row.category)) && !NOT_OF_SERVICE.has(row.category);

/** From $1,000 of them in *ever*. */
function serviceFloor({ rows }: MixtureScore): { readonly stars: StarsGiven; readonly share: number } | null {
  const own = rows.filter(isOfServiceFloor);
  const share = shareOf(own);
  const isEnough = usdMeets(sumOfUsd(own.map(({ usd }) => usd)), SERVICE_FLOOR_USD);
  const floor = isEnough ? SERVICE_FLOOR.find(({ from }) => meets(share, from)) : undefined;
  return floor === undefined ? null : { stars: floor.stars, share };
}
