import { type Stars, starsOfTotal } from '@assay/domain';
import type { MethodRevision } from '../method/method-revision.ts';
import { MIN_ATTRIBUTED, MIN_CLEAN } from '../method/numbers.ts';
import type { AssessmentInput, Cause, Coverage, NotRatedReason } from './assessment.ts';
import { measureCoverage } from './coverage.ts';
import { findIdentity, type Identity, isBurnAddress } from './identity.ts';
import { type ExposureScore, scoreExposure } from './score.ts';
import { reaches, roundTotal } from './score-rules.ts';

/** The stars of an address by version 1 and the rule that fixed them, without rows and sentences. */
export interface Decision {
  readonly score: ExposureScore;
  readonly identity: Identity | null;
  readonly coverage: Coverage;
  readonly cause: Cause;
  readonly stars: Stars;
}

/** Section 6 of docs/method, in the order of its computation. */
export function decide(input: AssessmentInput, revision: MethodRevision): Decision {
  const score = scoreExposure(input);
  const identity = findIdentity(input.subject, input.now, revision);
  const coverage = measureCoverage(input.incoming, input.outgoing);
  const cause = findCause({ input, score, identity, coverage, revision });
  return { score, identity, coverage, cause, stars: starsOf(cause) };
}

interface Grounds {
  readonly input: AssessmentInput;
  readonly score: ExposureScore;
  readonly identity: Identity | null;
  readonly coverage: Coverage;
  readonly revision: MethodRevision;
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
  if (input.sources === 'failed' || input.sources === 'unreadable') return 'sources_failed';
  if (input.subject.inflows + input.subject.outflows === 0) return 'no_records';
  const tooLittle = !reaches(coverage.attributed, MIN_ATTRIBUTED) && starsOfTotal(score.total) === 5;
  return tooLittle ? 'too_little_attributed' : null;
}

function starsOf(cause: Cause): Stars {
  if (cause.rule === 'not_rated') return 0;
  return cause.rule === 'limited_coverage' ? 4 : starsOfTotal(cause.total);
}
