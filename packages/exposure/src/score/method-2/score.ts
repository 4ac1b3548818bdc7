import type { Category } from '@assay/domain';
import { COUNTED_USD } from '../../method/numbers-2.ts';
import type { AssessmentInput } from '../assessment.ts';
import { compareFindings, type FloorFinding } from '../floors.ts';
import { scoreLinear } from '../linear.ts';
import type { ExposureScore } from '../score.ts';
import { roundTotal } from '../score-rules.ts';
import { isWorth } from './dollars.ts';
import { findColumnFloors, findServiceFloor, isInScope, sumOf } from './floors.ts';
import { type ScoredSide, scoredSides } from './set-aside.ts';

/** What the transfers alone say by method 2, and what it was read from. */
export interface TransferScore extends ExposureScore {
  readonly sides: { readonly bwd: ScoredSide; readonly fwd: ScoredSide };
  /** What a label of tier C or D does not hide. */
  readonly serviceFloor: FloorFinding | null;
}

/** Linear score and floors of both directions (docs/method/2, section 6.2 to 6.4). */
export function scoreTransfers(input: AssessmentInput): TransferScore {
  const sides = scoredSides(input);
  const tooSmall = { bwd: tooSmallIn(sides.bwd), fwd: tooSmallIn(sides.fwd) };
  const incoming = scoreLinear(sides.bwd.exposure, tooSmall.bwd);
  const outgoing = scoreLinear(sides.fwd.exposure, tooSmall.fwd);
  const isService = input.isService === true;
  const floors = [...findColumnFloors(sides.bwd, isService), ...findColumnFloors(sides.fwd, isService)];
  floors.sort(compareFindings);
  const linear = roundTotal(Math.max(incoming.total, outgoing.total));
  return {
    sides,
    serviceFloor: findServiceFloor(sides.bwd, input.subject.complete),
    incoming,
    outgoing,
    direction: incoming.total >= outgoing.total ? 'bwd' : 'fwd',
    linear,
    floors,
    tooSmall,
    total: Math.max(linear, floors[0]?.cause.total ?? 0),
  };
}

/** Tiers S and A count fully or little together, so that splitting money over categories changes nothing. */
function tooSmallIn({ exposure, bounds }: ScoredSide): ReadonlySet<Category> {
  const illicit = exposure.rows.filter((row) => isInScope(row, 'A'));
  const isEnough = isWorth(sumOf(illicit, 'all'), bounds, COUNTED_USD);
  return new Set(isEnough ? [] : illicit.map(({ category }) => category));
}
