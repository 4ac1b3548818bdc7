import { CONFIDENCE_LEVELS } from '../method/numbers.ts';
import type { Assessment, Coverage } from './assessment.ts';
import { reaches } from './score-rules.ts';

/**
 * How far the flow is explained (docs/method, section 6.6). It never enters the total and says nothing about how sure a
 * label is: labels carry their own confidence.
 */
export function rateConfidence(coverage: Coverage, complete: boolean): Assessment['confidence'] {
  const { attributed, notFollowed } = coverage;
  if (!complete) return 'low';
  for (const level of ['high', 'medium'] as const) {
    const bounds = CONFIDENCE_LEVELS[level];
    if (reaches(attributed, bounds.attributed) && reaches(bounds.notFollowed, notFollowed)) return level;
  }
  return 'low';
}
