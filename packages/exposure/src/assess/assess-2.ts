import { verdictOfStars } from '@assay/domain';
import { compareLabels } from '../labels/resolve-labels.ts';
import { METHOD_REVISION } from '../method/method-revision.ts';
import { TEXT_SET_OF_METHOD_2, type TextSet } from '../method/text-set.ts';
import type { Assessment, AssessmentInput } from '../score/assessment.ts';
import { sortRows } from '../score/explain.ts';
import { decide } from '../score/method-2/decide.ts';
import { explainScoredRows } from '../score/method-2/explain.ts';
import { roundTotal } from '../score/score-rules.ts';
import { writeTexts } from '../text/set-3/texts.ts';

/**
 * From exposure and labels to stars by version 2 of the method (docs/method/2, section 6). Pure: no clock, no I/O; the
 * same input gives the same assessment, whatever order rows and labels arrive in.
 *
 * @param given of labels as version 2 has them: given, carried and derived by its own rules; `complete` of the subject
 *   is that of its section 2
 * @param textSet that its sentences are of: 3, 5 or 7
 * @example
 * const { stars, headline, why } = assessByMethod2({
 *   subject, incoming, outgoing, incomingUsd: null, outgoingUsd: null, now, sources: 'ok', notes: [],
 * });
 */
export function assessByMethod2(given: AssessmentInput, textSet: TextSet = TEXT_SET_OF_METHOD_2): Assessment {
  const input: AssessmentInput = { ...given, incoming: sortRows(given.incoming), outgoing: sortRows(given.outgoing) };
  const decision = decide(input);
  const { score, identity, coverage, confidence, cause, stars } = decision;
  const rows = explainScoredRows(input, score, cause);
  return {
    methodVersion: '2',
    methodRevision: METHOD_REVISION,
    total: cause.rule === 'not_rated' ? null : cause.total,
    stars,
    verdict: verdictOfStars(stars),
    cause,
    linear: { incoming: roundTotal(score.incoming.total), outgoing: roundTotal(score.outgoing.total) },
    identity: identity?.label ?? null,
    labels: [...input.subject.labels].sort(compareLabels),
    rows,
    residuals: { bwd: input.incoming.residuals, fwd: input.outgoing.residuals },
    residualPoints: { bwd: score.incoming.residualPoints, fwd: score.outgoing.residualPoints },
    coverage,
    confidence,
    complete: input.subject.complete,
    notes: input.notes,
    textSet,
    ...writeTexts({ input, rows, decision, textSet }),
  };
}
