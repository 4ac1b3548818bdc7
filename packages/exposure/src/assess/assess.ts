import { verdictOfStars } from '@assay/domain';
import { compareLabels } from '../labels/resolve-labels.ts';
import { METHOD_REVISION, METHOD_VERSION, type MethodRevision } from '../method/method-revision.ts';
import { TEXT_SET, type TextSet } from '../method/text-set.ts';
import type { Assessment, AssessmentInput } from '../score/assessment.ts';
import { rateConfidence } from '../score/confidence.ts';
import { decide } from '../score/decide.ts';
import { explainRows, sortRows } from '../score/explain.ts';
import { roundTotal } from '../score/score-rules.ts';
import { writeTexts } from '../text/write-texts.ts';

/**
 * From exposure and labels to stars, with the evidence for them (docs/method, section 6). Pure: no clock, no I/O; the
 * same input gives the same assessment, whatever order rows and labels arrive in.
 *
 * @param revision of version 1; only what was issued by an earlier one asks for it
 * @param textSet that the sentences are of; only what was issued with an earlier one asks for it
 *
 * @example
 * const { stars, headline, why } = assess({
 *   subject, incoming, outgoing, incomingUsd: null, outgoingUsd: null, now, sources: 'ok', notes: [],
 * });
 */
export function assess(
  given: AssessmentInput,
  revision: MethodRevision = METHOD_REVISION,
  textSet: TextSet = TEXT_SET,
): Assessment {
  const input: AssessmentInput = { ...given, incoming: sortRows(given.incoming), outgoing: sortRows(given.outgoing) };
  const { score, identity, coverage, cause, stars } = decide(input, revision);
  const rows = explainRows(input, score, cause);
  const { complete } = input.subject;
  return {
    methodVersion: METHOD_VERSION,
    methodRevision: revision,
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
    confidence: rateConfidence(coverage, complete),
    complete,
    notes: input.notes,
    ...writeTexts({ input, score, identity, coverage, cause, stars, rows, revision }, textSet),
  };
}
