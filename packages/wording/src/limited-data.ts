import type { Verdict } from '@assay/domain';

/** Share of what moved that has to be attributed before low risk is said without a reservation. */
export const LEAST_ATTRIBUTED = 0.4;

/** What decides how much a result may claim. */
export interface ResultGrounds {
  readonly verdict: Verdict;
  /** The rule that decided. */
  readonly rule: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Share of what moved that is attributed, 0 to 1. */
  readonly attributed: number;
}

/** Precedes the word of a verdict that little is known for. */
export const LIMITED_DATA = 'Limited data: ';

/** Whether a result says low risk although too little is known for that word alone. */
export function isDataLimited({ verdict, rule, confidence, attributed }: ResultGrounds): boolean {
  if (verdict !== 'low') return false;
  return confidence === 'low' || rule === 'limited_coverage' || attributed < LEAST_ATTRIBUTED;
}

/**
 * Words that begin with a verdict, as readers see them. Text set 2 says by itself that data are limited; what was
 * written before did not, and its bytes are signed.
 *
 * @example wordsOn('Low risk. No star withheld.', { verdict: 'low', rule: 'linear', confidence: 'low', attributed: 1 });
 * // 'Limited data: low risk. No star withheld.'
 */
export function wordsOn(words: string, grounds: ResultGrounds): string {
  if (!isDataLimited(grounds) || words.startsWith(LIMITED_DATA)) return words;
  return LIMITED_DATA + words.charAt(0).toLowerCase() + words.slice(1);
}
