import { CATEGORIES, isCategory, isResidual, RESIDUALS, type RiskGroup, type Verdict } from '@assay/domain';

/** A risk group as a result shows it; `none` is what belongs to no category. */
export type RiskKey = RiskGroup | 'none';

/** The order in which groups are listed. */
export const RISK_ORDER: readonly RiskKey[] = ['high', 'mid', 'low', 'none'];

/** Group names, at the start of a line. */
export const RISK_WORDS: Readonly<Record<RiskKey, string>> = {
  high: 'High risk',
  mid: 'Medium risk',
  low: 'Low risk',
  none: 'Not attributed',
};

/** The group whose mark and colour a verdict has. */
export const RISK_OF_VERDICT: Readonly<Record<Verdict, RiskKey>> = {
  low: 'low',
  medium: 'mid',
  high: 'high',
  not_rated: 'none',
};

/** Verdicts, at the start of a line. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  low: RISK_WORDS.low,
  medium: RISK_WORDS.mid,
  high: RISK_WORDS.high,
  not_rated: 'Not rated',
};

/** How far the flow is explained, at the start of a line. */
export const CONFIDENCE_WORDS = { high: 'High', medium: 'Medium', low: 'Low' } as const;

/** A direction, at the start of a line. */
export const DIRECTION_WORDS = { incoming: 'Incoming', outgoing: 'Outgoing' } as const;

/** A direction as results name it. */
export type DirectionName = keyof typeof DIRECTION_WORDS;

/** Directions in the order in which they are shown. */
export const DIRECTIONS: readonly DirectionName[] = ['incoming', 'outgoing'];

/** The only slice of a direction of which nothing could be attributed (row RISK-15). */
export const UNMARKED = { id: 'unmarked', title: 'Unmarked assets' } as const;

/**
 * The title of a category or of a residual; an id that is neither is its own title.
 *
 * @example titleOfShare('not_followed'); // 'Not followed'
 */
export function titleOfShare(id: string): string {
  if (isCategory(id)) return CATEGORIES[id].title;
  return isResidual(id) ? RESIDUALS[id].title : id;
}

/**
 * The group of a category or of a residual; an id that is neither counts as medium risk.
 *
 * @example riskOfShare('not_followed'); // 'none'
 */
export function riskOfShare(id: string): RiskKey {
  if (isCategory(id)) return CATEGORIES[id].group;
  return isResidual(id) ? 'none' : 'mid';
}

/**
 * How many categories a direction has, as the middle of its ring shows it.
 *
 * @example countCategories(0); // 'No category'
 */
export function countCategories(count: number): string {
  if (count === 0) return 'No category';
  return count === 1 ? '1 category' : `${count} categories`;
}
