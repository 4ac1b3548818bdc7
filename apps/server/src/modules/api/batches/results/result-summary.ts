import type { BatchResultV1, CheckV1 } from '@assay/contracts/v1';
import { assetOf, labelsText, type StoredCheck, screenedOf, sharesText } from '../../../checks/index.ts';

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

/** Of a check that is done. */
export function summaryOf(check: StoredCheck): ResultSummary {
  const found = screenedOf({ ...assetOf(check), riskscore: check.riskscore ?? 0 });
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

/** Of a completed test check. */
export function summaryOfTest(check: CheckV1): ResultSummary {
  const { stars, score, verdict, not_rated_reason, confidence, method_version, label_set_version } = check;
  const { incoming = [], outgoing = [] } = check.exposures ?? {};
  const sharesOf = (exposures: typeof incoming) =>
    sharesText(Object.fromEntries(exposures.map(({ category, share }) => [category, share])));
  return {
    stars,
    score,
    verdict,
    not_rated_reason,
    headline: check.summary?.headline ?? null,
    confidence,
    incoming: sharesOf(incoming),
    outgoing: sharesOf(outgoing),
    labels: labelsText(check.labels ?? []),
    method_version,
    label_set_version,
  };
}
