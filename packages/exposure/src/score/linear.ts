import { CATEGORIES, type Category, RESIDUAL_IDS, RESIDUALS, type Residual } from '@assay/domain';
import { INDIRECT_FACTOR, OUTGOING_FACTOR, TOO_SMALL_WEIGHT } from '../method/numbers.ts';
import type { DirectionExposure, ExposureRow } from '../walk/exposure.ts';

/** Linear score of one direction, by row and residual, the outgoing side's factor included. */
export interface LinearScore {
  readonly total: number;
  /** Same order as the rows scored. */
  readonly rowPoints: readonly number[];
  readonly residualPoints: Readonly<Record<Residual, number>>;
}

/**
 * 100 times the sum of share, weight and nearness (docs/method, section 6.2): direct counts fully, indirect and
 * residuals 0.6, tier S always fully; what is too small to count weighs at most 0.25. The outgoing side counts 0.8.
 *
 * @returns points 0 to 100; rows and residuals sum to `total`
 * @example
 * scoreLinear(allIncomingFromUnknownOrigin, new Set()).total; // 9 = 100 · 1 · 0.15 · 0.6
 */
export function scoreLinear(exposure: DirectionExposure, tooSmall: ReadonlySet<Category>): LinearScore {
  const scale = 100 * (exposure.direction === 'fwd' ? OUTGOING_FACTOR : 1);
  const rowPoints = exposure.rows.map((row) => scale * row.share * weightOfRow(row, tooSmall.has(row.category)));
  const residualPoints = { unknown_origin: 0, not_followed: 0, still_held: 0, fee: 0 };
  let total = rowPoints.reduce((sum, points) => sum + points, 0);
  for (const residual of RESIDUAL_IDS) {
    const points = scale * exposure.residuals[residual] * RESIDUALS[residual].weight * INDIRECT_FACTOR;
    residualPoints[residual] = points;
    total += points;
  }
  return { total, rowPoints, residualPoints };
}

function weightOfRow(row: Pick<ExposureRow, 'category' | 'layer'>, tooSmall: boolean): number {
  const { tier, weight } = CATEGORIES[row.category];
  const weighed = row.layer === 'direct' || tier === 'S' ? weight : weight * INDIRECT_FACTOR;
  return tooSmall ? Math.min(weighed, TOO_SMALL_WEIGHT) : weighed;
}
