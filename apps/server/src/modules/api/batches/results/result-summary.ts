import type { FormerResult, ResultOf3 } from '@assay/contracts';
import type { BatchResultV1 } from '@assay/contracts/v1';
import { type Stars, verdictOfStars } from '@assay/domain';
import { titleOfShare } from '@assay/wording';
import { screenedOf } from '../../../checks/index.ts';
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

type Of3 = Omit<ResultOf3, 'sub_id' | 'created_at'>;
type Result = Omit<FormerResult, 'sub_id' | 'created_at'> | Of3;

/** The end of an address that has a result. */
export function endWith(result: Result, stars: Stars, charged: boolean): SubjectEnd {
  const state = stars === 0 ? 'not_rated' : 'rated';
  return { state, charged, summary: JSON.stringify(summaryOf(result, stars)) };
}

function summaryOf(result: Result, stars: Stars): ResultSummary {
  if (result.method_version === '3') return summaryOf3(result);
  const found = screenedOf({ ...result, riskscore: stars });
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

/** Stars or a finding, and the headline; rows do not say yet where the money came from. */
function summaryOf3(result: Of3): ResultSummary {
  const { riskscore, mixtures, decided, labels } = result;
  return {
    stars: riskscore === 0 ? null : riskscore,
    score: mixtures.find(({ name }) => name === decided?.mixture)?.total ?? null,
    verdict: verdictOfStars(riskscore),
    not_rated_reason: result.no_answer ?? result.finding,
    headline: result.texts.headline,
    confidence: result.confidence,
    incoming: '',
    outgoing: '',
    labels: labels.map(({ entity, category }) => `${entity} (${titleOfShare(category)})`).join('; '),
    method_version: result.method_version,
    label_set_version: result.label_set_version,
  };
}
