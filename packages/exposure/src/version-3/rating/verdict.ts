import type { Category } from '@assay/domain';
import { mainCategory } from './floors/floors.ts';
import { tierOf } from './floors/risk-row.ts';
import type { StarsGiven, Total } from './floors/total.ts';
import type { Confidence, Doubt } from './mixtures/known.ts';
import type { MixtureName } from './mixtures/rate-mixture.ts';
import { type Contact, type Finding, type Rating, SET_ASIDE, type SetAsideName, type StarRating } from './rating.ts';

export type RiskLevel = 'low' | 'medium' | 'high' | 'very_high';

/** How sure a verdict of one to three stars is. */
export type Certainty = 'all_known' | 'not_all_known' | 'weaker_labels' | 'in_what_was_read';

/** What a headline says (docs/method/3, section 12), without the words. */
export type Headline =
  | { readonly code: 'low_risk' }
  | { readonly code: 'low_risk_with_trace'; readonly mixture: MixtureName; readonly category: Category }
  | { readonly code: 'nothing_found_part_unknown' }
  | { readonly code: 'trace_part_unknown'; readonly contact: Contact }
  | { readonly code: 'origin_at_a_distance' }
  | {
      readonly code: 'risk';
      readonly level: RiskLevel;
      readonly certainty: Certainty;
      readonly mixture: MixtureName;
      readonly category: Category;
    }
  | { readonly code: 'returned'; readonly level: RiskLevel; readonly certainty: Certainty }
  | {
      readonly code: 'paid';
      readonly by: 'acts' | 'victims';
      readonly level: RiskLevel;
      readonly certainty: Certainty;
      readonly category: Category;
    }
  | {
      readonly code: 'is';
      readonly by: 'label' | 'service_floor';
      readonly level: RiskLevel;
      readonly category: Category;
    }
  | { readonly code: Exclude<Finding, 'contact'> }
  | { readonly code: 'contact'; readonly contact: Contact };

/** The verdict of a result: its headline, and what is said below it. */
export interface Verdict {
  readonly headline: Headline;
  /** As what contact of tier S was set aside and does not count; empty where none was. */
  readonly severeSetAside: readonly SetAsideName[];
}

type Cell = 'low_risk' | 'low_risk_with_trace' | 'part_or_distance' | 'risk';

/** The table of section 12: what is said of so many stars with such a confidence. No result has an empty cell. */
const CELLS: Readonly<Record<StarsGiven, Readonly<Record<Confidence, Cell | null>>>> = {
  5: { high: 'low_risk', medium: null, low: null },
  4: { high: 'low_risk_with_trace', medium: 'part_or_distance', low: null },
  3: { high: 'risk', medium: 'risk', low: 'risk' },
  2: { high: 'risk', medium: 'risk', low: 'risk' },
  1: { high: 'risk', medium: 'risk', low: null },
};

const LEVELS: Readonly<Record<StarsGiven, RiskLevel>> = { 5: 'low', 4: 'low', 3: 'medium', 2: 'high', 1: 'very_high' };

/**
 * The verdict of a rating, in codes.
 *
 * @throws {Error} when the table has no words for it, which is no rating that the rules of the page give.
 */
export function verdictOf(rating: Rating): Verdict {
  const severe = rating.mixtures
    .filter(({ isLeftOut }) => !isLeftOut)
    .flatMap(({ setAside }) => setAside)
    .filter(({ category, why }) => tierOf(category) === 'S' && why !== 'some');
  return {
    headline: rating.kind === 'stars' ? headlineOf(rating) : findingHeadline(rating.finding, rating.contact),
    severeSetAside: SET_ASIDE.filter((name) => severe.some(({ why }) => why === name)),
  };
}

function findingHeadline(finding: Finding, contact: Contact | null): Headline {
  if (finding !== 'contact') return { code: finding };
  if (contact === null) throw new Error('the finding "contact" without a contact');
  return { code: finding, contact };
}

function headlineOf(rating: StarRating): Headline {
  const { stars, cause } = rating;
  const level = LEVELS[stars];
  const certainty = certaintyOf(rating);
  switch (cause.reason) {
    case 'returned':
      return { code: 'returned', level, certainty };
    case 'paid': {
      const { category } = cause.by === 'acts' ? cause.floor : cause.paid;
      return { code: 'paid', by: cause.by, level, certainty, category };
    }
    case 'own label':
      return { code: 'is', by: cause.by, level, category: cause.category };
    case 'warning':
    case 'explained':
    case 'far':
    case 'part':
      return mixtureHeadline(rating, cause.mixture, { level, certainty });
  }
}

function mixtureHeadline(
  rating: StarRating,
  mixture: MixtureName,
  { level, certainty }: { readonly level: RiskLevel; readonly certainty: Certainty },
): Headline {
  const { stars, confidence, cause, contact } = rating;
  const cell = CELLS[stars][confidence];
  switch (cell) {
    case null:
      throw new Error(`no verdict has ${stars} stars with ${confidence} confidence`);
    case 'low_risk':
      return { code: cell };
    case 'low_risk_with_trace':
      return { code: cell, mixture, category: decisiveCategory(rating, mixture) };
    case 'part_or_distance':
      if (cause.reason === 'far') return { code: 'origin_at_a_distance' };
      return contact === null ? { code: 'nothing_found_part_unknown' } : { code: 'trace_part_unknown', contact };
    case 'risk':
      return { code: cell, level, certainty, mixture, category: decisiveCategory(rating, mixture) };
  }
}

function certaintyOf({ confidence, doubt }: { readonly confidence: Confidence; readonly doubt: Doubt }): Certainty {
  switch (confidence) {
    case 'high':
      return 'all_known';
    case 'medium':
      return doubt === 'weaker_labels' ? 'weaker_labels' : 'not_all_known';
    case 'low':
      return 'in_what_was_read';
  }
}

function decisiveCategory({ mixtures }: StarRating, mixture: MixtureName): Category {
  const score = mixtures.find(({ name }) => name === mixture)?.score;
  const category = score === undefined || score === null ? null : mainOf(score.total, score.rows);
  if (category === null) throw new Error(`nothing bad decided the stars of ${mixture}`);
  return category;
}

/** By whom a mixture is named: by its floor, else by the category that adds most to the linear score. */
function mainOf(
  { decidedBy, floors }: Total,
  rows: ReadonlyArray<{ category: Category; points: number }>,
): Category | null {
  switch (decidedBy) {
    case 'floor':
      return floors.largest?.category ?? null;
    case 'linear':
      return mainCategory(
        rows.filter(({ points }) => points > 0).map(({ category, points }) => ({ category, share: points })),
      );
  }
}
