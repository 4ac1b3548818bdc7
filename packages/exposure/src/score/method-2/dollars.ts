import { COUNTED_USD, UNDECIDED_SHARE } from '../../method/numbers-2.ts';
import type { Direction } from '../../records/record.ts';
import type { AssessmentInput, UsdBounds } from '../assessment.ts';
import { reaches } from '../score-rules.ts';

/** Dollars of a direction: equal bounds where every record has a price; null where a record has neither. */
export function boundsOf(input: AssessmentInput, direction: Direction): UsdBounds | null {
  const usd = direction === 'bwd' ? input.incomingUsd : input.outgoingUsd;
  if (usd !== null) return { low: usd, high: usd };
  return input.usdBounds?.[direction] ?? null;
}

/**
 * Whether a share of a direction is worth at least so many dollars (docs/method/2, section 6.9): the lower bound decides
 * that it is, the upper that it is not; between them it is from 1% of the direction. Without bounds $10 are met from 1%,
 * larger sums never.
 *
 * @example
 * isWorth(0.002, { low: 20_000, high: 20_000 }, 10); // true: $40
 */
export function isWorth(share: number, bounds: UsdBounds | null, usd: number): boolean {
  if (bounds === null) return usd <= COUNTED_USD && reaches(share, UNDECIDED_SHARE);
  if (reaches(share * bounds.low, usd)) return true;
  return reaches(share * bounds.high, usd) && reaches(share, UNDECIDED_SHARE);
}

/** Dollars of a share, where they are known. */
export function knownUsd(share: number, bounds: UsdBounds | null): number | null {
  return bounds !== null && bounds.low === bounds.high ? share * bounds.low : null;
}
