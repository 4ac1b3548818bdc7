import { type Stars, starsOfTotal } from '@assay/domain';
import { METHOD_REVISION } from '../../method/method-revision.ts';
import { MIN_ATTRIBUTED, MIN_CLEAN } from '../../method/numbers.ts';
import { MAX_NOT_FOLLOWED } from '../../method/numbers-2.ts';
import type { Assessment, AssessmentInput, Cause, Coverage, NotRatedReason } from '../assessment.ts';
import { rateConfidence } from '../confidence.ts';
import { findIdentity, type Identity, isBurnAddress } from '../identity.ts';
import { reaches, roundTotal } from '../score-rules.ts';
import { measureNamedCoverage } from './coverage.ts';
import { scoreTransfers, type TransferScore } from './score.ts';

/** What five stars need and this address lacks (docs/method/2, section 6.5). */
export type Lack = 'clean' | 'followed' | 'complete';

/** The stars of an address and the rule that fixed them, without rows and sentences. */
export interface Decision {
  readonly score: TransferScore;
  readonly identity: Identity | null;
  readonly coverage: Coverage;
  readonly confidence: Assessment['confidence'];
  readonly lacks: readonly Lack[];
  readonly cause: Cause;
  readonly stars: Stars;
  /** Whether four stars are said to rest on limited data. */
  readonly isLimited: boolean;
}

/** Section 6 of docs/method/2, in the order of its computation. */
export function decide(input: AssessmentInput): Decision {
  const score = scoreTransfers(input);
  const identity = findIdentity(input.subject, input.now, METHOD_REVISION);
  const coverage = measureNamedCoverage([score.sides.bwd, score.sides.fwd]);
  const { complete } = input.subject;
  const confidence = rateConfidence(coverage, complete);
  const lacks = lacksOf(coverage, complete);
  const cause = findCause(input, score, identity, coverage, lacks);
  const stars = starsOf(cause);
  const isOwn = identity !== null;
  return {
    score,
    identity,
    coverage,
    confidence,
    lacks,
    cause,
    stars,
    isLimited: stars === 4 && confidence === 'low' && !isOwn,
  };
}

function lacksOf(coverage: Coverage, complete: boolean): readonly Lack[] {
  const lacks: Lack[] = [];
  if (!reaches(coverage.clean, MIN_CLEAN)) lacks.push('clean');
  if (!reaches(MAX_NOT_FOLLOWED, coverage.notFollowed)) lacks.push('followed');
  if (!complete) lacks.push('complete');
  return lacks;
}

/** Identity first. An address whose own label decides is never unrated and never held back for coverage. */
function findCause(
  input: AssessmentInput,
  score: TransferScore,
  identity: Identity | null,
  coverage: Coverage,
  lacks: readonly Lack[],
): Cause {
  if (isBurnAddress(input.subject, METHOD_REVISION)) return { rule: 'not_rated', reason: 'burn_address' };
  if (identity !== null) {
    const least = identity.alone ? (score.serviceFloor?.cause.total ?? 0) : score.total;
    if (identity.total >= least) return { rule: 'identity', label: identity.label, total: roundTotal(identity.total) };
    if (identity.alone && score.serviceFloor !== null) return score.serviceFloor.cause;
  }
  const floor = score.floors[0]?.cause;
  const reason = identity === null ? findNotRated(input, coverage, floor !== undefined) : null;
  if (reason !== null) return { rule: 'not_rated', reason };
  const { direction, linear } = score;
  if (floor !== undefined && floor.total >= linear) return floor;
  const isHeldBack = identity === null && starsOfTotal(linear) === 5 && lacks.length > 0;
  return { rule: isHeldBack ? 'limited_coverage' : 'linear', direction, total: linear };
}

function findNotRated(input: AssessmentInput, coverage: Coverage, hasFloor: boolean): NotRatedReason | null {
  if (input.sources === 'not_traceable') return 'not_traceable';
  if (input.sources === 'failed' || input.sources === 'unreadable') return 'sources_failed';
  if (input.subject.inflows + input.subject.outflows === 0) return 'no_records';
  return reaches(coverage.attributed, MIN_ATTRIBUTED) || hasFloor ? null : 'too_little_attributed';
}

function starsOf(cause: Cause): Stars {
  if (cause.rule === 'not_rated') return 0;
  return cause.rule === 'limited_coverage' ? 4 : starsOfTotal(cause.total);
}
