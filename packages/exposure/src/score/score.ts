import type { Category } from '@assay/domain';
import type { Direction } from '../records/record.ts';
import type { AssessmentInput } from './assessment.ts';
import { compareFindings, type FloorFinding, findFloors } from './floors.ts';
import { type LinearScore, scoreLinear } from './linear.ts';
import { roundTotal } from './score-rules.ts';
import { findTooSmall } from './score-sums.ts';

/** What the transfers alone say, before identity and coverage. */
export interface ExposureScore {
  readonly incoming: LinearScore;
  readonly outgoing: LinearScore;
  /** The side whose linear score is the larger. */
  readonly direction: Direction;
  readonly linear: number;
  /** Every floor reached in either direction, best first. */
  readonly floors: readonly FloorFinding[];
  readonly tooSmall: Readonly<Record<Direction, ReadonlySet<Category>>>;
  /** The larger of linear score and floors. */
  readonly total: number;
}

/** Linear score and floors of both directions (docs/method, section 6.2 to 6.4). */
export function scoreExposure(
  input: Pick<AssessmentInput, 'incoming' | 'outgoing' | 'incomingUsd' | 'outgoingUsd'>,
): ExposureScore {
  const tooSmall = {
    bwd: findTooSmall(input.incoming, input.incomingUsd),
    fwd: findTooSmall(input.outgoing, input.outgoingUsd),
  };
  const incoming = scoreLinear(input.incoming, tooSmall.bwd);
  const outgoing = scoreLinear(input.outgoing, tooSmall.fwd);
  const floors = [
    ...findFloors(input.incoming, input.incomingUsd),
    ...findFloors(input.outgoing, input.outgoingUsd),
  ].sort(compareFindings);
  const linear = roundTotal(Math.max(incoming.total, outgoing.total));
  return {
    incoming,
    outgoing,
    direction: incoming.total >= outgoing.total ? 'bwd' : 'fwd',
    linear,
    floors,
    tooSmall,
    total: Math.max(linear, floors[0]?.cause.total ?? 0),
  };
}
