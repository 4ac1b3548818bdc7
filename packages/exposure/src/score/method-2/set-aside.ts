import { CATEGORIES } from '@assay/domain';
import { SET_ASIDE } from '../../method/numbers-2.ts';
import type { DirectionExposure, ExposureRow } from '../../walk/exposure.ts';
import type { AssessmentInput, UsdBounds } from '../assessment.ts';
import { reaches } from '../score-rules.ts';
import { boundsOf, isWorth } from './dollars.ts';

/** A direction as the score reads it. */
export interface ScoredSide {
  /** Without the rows set aside; its shares are of what is left. */
  readonly exposure: DirectionExposure;
  readonly bounds: UsdBounds | null;
  /** Share of the whole direction that is set aside, 0 where nothing is. */
  readonly aside: number;
}

/**
 * Leaves out of the incoming direction what a few sanctioned payers sent unasked (docs/method/2, section 6.2): direct
 * tier S below 0.1% and below $1,000 in sum. For all that follows it counts as never received.
 */
export function scoredSides(input: AssessmentInput): { readonly bwd: ScoredSide; readonly fwd: ScoredSide } {
  const fwd = { exposure: input.outgoing, bounds: boundsOf(input, 'fwd'), aside: 0 };
  const { incoming } = input;
  const bounds = boundsOf(input, 'bwd');
  const aside = incoming.rows.filter(mayBeSetAside).reduce((sum, row) => sum + row.share, 0);
  if (aside <= 0 || reaches(aside, SET_ASIDE.share) || isWorth(aside, bounds, SET_ASIDE.usd)) {
    return { bwd: { exposure: incoming, bounds, aside: 0 }, fwd };
  }
  const left = 1 - aside;
  const { unknown_origin, not_followed, still_held, fee } = incoming.residuals;
  const exposure: DirectionExposure = {
    ...incoming,
    rows: incoming.rows
      .filter((row) => !mayBeSetAside(row))
      .map((row) => ({
        ...row,
        share: row.share / left,
        strongShare: row.strongShare / left,
        beforeDesignation: row.beforeDesignation / left,
      })),
    residuals: {
      unknown_origin: unknown_origin / left,
      not_followed: not_followed / left,
      still_held: still_held / left,
      fee: fee / left,
    },
  };
  const rest = bounds === null ? null : { low: bounds.low * left, high: bounds.high * left };
  return { bwd: { exposure, bounds: rest, aside }, fwd };
}

/** Whether a row is of the kind that is set aside where its sum is small. */
export function mayBeSetAside({ category, layer }: ExposureRow): boolean {
  return layer === 'direct' && CATEGORIES[category].tier === 'S';
}
