import type { Assessment, Coverage } from './assessment.ts';
import { reaches } from './score-rules.ts';

/**
 * How far the flow is explained (docs/method, section 6.6). It never enters the total and says nothing about how sure a
 * label is: labels carry their own confidence.
 */
export function rateConfidence(coverage: Coverage, complete: boolean): Assessment['confidence'] {
  const { attributed, notFollowed } = coverage;
  if (!complete) return 'low';
  if (reaches(attributed, 0.6) && reaches(0.02, notFollowed)) return 'high';
  if (reaches(attributed, 0.25) && reaches(0.1, notFollowed)) return 'medium';
  return 'low';
}
