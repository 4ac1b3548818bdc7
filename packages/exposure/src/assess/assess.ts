import { type Stars, starsOfTotal, verdictOfStars } from '@assay/domain';
import { compareLabels } from '../labels/resolve-labels.ts';
import { METHOD_REVISION, METHOD_VERSION, type MethodRevision } from '../method/method-revision.ts';
import { MIN_ATTRIBUTED, MIN_CLEAN } from '../method/numbers.ts';
import { TEXT_SET, type TextSet } from '../method/text-set.ts';
import type { Assessment, AssessmentInput, Cause, Coverage, NotRatedReason } from '../score/assessment.ts';
import { rateConfidence } from '../score/confidence.ts';
import { measureCoverage } from '../score/coverage.ts';
import { explainRows, sortRows } from '../score/explain.ts';
import { findIdentity, type Identity, isBurnAddress } from '../score/identity.ts';
import { type ExposureScore, scoreExposure } from '../score/score.ts';
import { reaches, roundTotal } from '../score/score-rules.ts';
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
  const grounds = groundsOf(input, revision);
  const { score, identity, coverage } = grounds;
  const cause = findCause(grounds);
  const stars = starsOfCause(cause);
  const starsOf = (changed: AssessmentInput): Stars => starsOfCause(findCause(groundsOf(changed, revision)));
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
    ...writeTexts({ input, score, identity, coverage, cause, stars, rows, revision }, textSet, starsOf),
  };
}

interface Grounds {
  readonly input: AssessmentInput;
  readonly score: ExposureScore;
  readonly identity: Identity | null;
  readonly coverage: Coverage;
  readonly revision: MethodRevision;
}

function groundsOf(input: AssessmentInput, revision: MethodRevision): Grounds {
  return {
    ...{ input, revision, score: scoreExposure(input) },
    identity: findIdentity(input.subject, input.now, revision),
    coverage: measureCoverage(input.incoming, input.outgoing),
  };
}

/** Identity first; a governed address is never unrated and never held back for coverage. */
function findCause({ input, score, identity, coverage, revision }: Grounds): Cause {
  if (isBurnAddress(input.subject, revision)) return { rule: 'not_rated', reason: 'burn_address' };
  if (identity !== null && (identity.alone || identity.total >= score.total)) {
    return { rule: 'identity', label: identity.label, total: roundTotal(identity.total) };
  }
  const reason = identity === null ? findNotRated(input, score, coverage) : null;
  if (reason !== null) return { rule: 'not_rated', reason };
  const { direction, linear, floors } = score;
  const floor = floors[0]?.cause;
  if (floor !== undefined && floor.total >= linear) return floor;
  const limited = starsOfTotal(linear) === 5 && !reaches(coverage.clean, MIN_CLEAN);
  return { rule: limited ? 'limited_coverage' : 'linear', direction, total: linear };
}

function findNotRated(input: AssessmentInput, score: ExposureScore, coverage: Coverage): NotRatedReason | null {
  if (input.sources === 'not_traceable') return 'not_traceable';
  if (input.sources === 'failed') return 'sources_failed';
  if (input.subject.inflows + input.subject.outflows === 0) return 'no_records';
  const tooLittle = !reaches(coverage.attributed, MIN_ATTRIBUTED) && starsOfTotal(score.total) === 5;
  return tooLittle ? 'too_little_attributed' : null;
}

function starsOfCause(cause: Cause): Stars {
  if (cause.rule === 'not_rated') return 0;
  return cause.rule === 'limited_coverage' ? 4 : starsOfTotal(cause.total);
}
