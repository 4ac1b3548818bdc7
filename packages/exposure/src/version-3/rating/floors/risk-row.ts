import { CATEGORIES, type Category, type RiskTier } from '@assay/domain';
import { CompensatedSum } from '../../../walk/sum.ts';
import type { MixtureRow } from '../../mixture.ts';

/** Confidence from which a label is strong (docs/method/3, section 10). */
export const STRONG_CONFIDENCE = 50;

/** What the score reads of a label. */
export interface RiskLabel {
  readonly category: Category;
  /** 0 to 100. */
  readonly confidence: number;
  readonly beforeDesignation: boolean;
}

export const tierOf = (category: Category): RiskTier => CATEGORIES[category].tier;

/** Tier S, A or B (section 2.1). */
export function isBad({ category }: { readonly category: Category }): boolean {
  switch (tierOf(category)) {
    case 'S':
    case 'A':
    case 'B':
      return true;
    case 'C':
    case 'D':
      return false;
  }
}

/** Counts for the first number of a floor: confidence 50 or more, and not 'before designation'. */
export const isStrong = ({ confidence, beforeDesignation }: RiskLabel): boolean =>
  confidence >= STRONG_CONFIDENCE && !beforeDesignation;

/** Straight from the labelled account: one owner (section 5). */
export const isDirect = ({ owners }: { readonly owners: number }): boolean => owners === 1;

/** What section 8 calls a row: what has one category, entity, confidence, mark and number of owners. */
export const keyOfRow = ({ category, entity, confidence, beforeDesignation, owners }: MixtureRow): string =>
  JSON.stringify([category, entity, confidence, beforeDesignation, owners]);

/** The sum of shares. */
export function shareOf(rows: Iterable<{ readonly share: number }>): number {
  const sum = new CompensatedSum();
  for (const { share } of rows) sum.add(share);
  return sum.value;
}
