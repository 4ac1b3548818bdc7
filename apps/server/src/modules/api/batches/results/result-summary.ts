import type { BatchResultV1 } from '@assay/contracts/v1';
import { type ComputedCheck, screenedOf } from '../../../checks/index.ts';
import type { SubjectEnd } from '../batches.ports.ts';

/** What the rows of a batch say of a result. */
export type ResultSummary = Pick<
  BatchResultV1,
  | 'stars'
  | 'score'
  | 'verdict'
  | 'not_rated_reason'
  | 'headline'
  | 'confidence'
  | 'incoming'
  | 'outgoing'
  | 'labels'
  | 'method_version'
  | 'label_set_version'
>;

/** The end of an address that has a result. */
export function endWith(result: ComputedCheck, charged: boolean): SubjectEnd {
  const state = result.riskscore === 0 ? 'not_rated' : 'rated';
  return { state, charged, summary: JSON.stringify(summaryOf(result)) };
}

function summaryOf(result: ComputedCheck): ResultSummary {
  const found = screenedOf(result);
  return {
    stars: found.stars === 0 ? null : found.stars,
    score: found.total,
    verdict: found.verdict,
    not_rated_reason: found.reason,
    headline: found.headline,
    confidence: found.confidence,
    incoming: found.incoming,
    outgoing: found.outgoing,
    labels: found.labels,
    method_version: found.methodVersion,
    label_set_version: found.labelSetVersion,
  };
}
