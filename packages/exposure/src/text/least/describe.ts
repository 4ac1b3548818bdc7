import type { Stars } from '@assay/domain';
import { leastChanges } from '../../change/least-changes.ts';
import type { ChangeRules } from '../../change/rules.ts';
import type { AssessmentInput, Cause } from '../../score/assessment.ts';
import type { Sentence } from '../../score/sentence.ts';
import { leastParamsOf } from './params.ts';
import { LEAST_TEMPLATES } from './templates.ts';

interface Rated {
  readonly input: AssessmentInput;
  readonly stars: Stars;
  readonly cause: Cause;
}

/**
 * The smallest changes of one share, path or label (docs/method/2, section 6.10), in at most one sentence. None where
 * the address's own label decides, or where no change of shares can: other sentences say what does.
 */
export function describeLeast({ input, stars, cause }: Rated, rules: ChangeRules): readonly Sentence[] {
  if (input.withoutChanges === true || cause.rule === 'identity') return [];
  if (cause.rule === 'not_rated' && cause.reason !== 'too_little_attributed') return [];
  const params = leastParamsOf(leastChanges(input, rules, stars), stars);
  if (params !== null) return [{ code: 'least_changes', params, text: LEAST_TEMPLATES.least_changes(params) }];
  if (stars === 5 || cause.rule === 'limited_coverage') return [];
  const none = { now: stars };
  return [{ code: 'no_least_change', params: none, text: LEAST_TEMPLATES.no_least_change(none) }];
}
