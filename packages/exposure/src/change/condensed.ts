import type { Category } from '@assay/domain';
import type { AssessmentInput } from '../score/assessment.ts';
import type { DirectionExposure, ExposureRow } from '../walk/exposure.ts';

export const DIRECTIONS = ['bwd', 'fwd'] as const;
export const SIDES = { bwd: 'incoming', fwd: 'outgoing' } as const;

/** The input with another exposure of one direction. */
export function withSide(input: AssessmentInput, exposure: DirectionExposure): AssessmentInput {
  return { ...input, [SIDES[exposure.direction]]: exposure };
}

/** One row for each category and layer: the score asks for no more, and is decided many times over. */
export function condensed(input: AssessmentInput): AssessmentInput {
  return { ...input, incoming: condense(input.incoming), outgoing: condense(input.outgoing) };
}

function condense(exposure: DirectionExposure): DirectionExposure {
  const rows = new Map<string, ExposureRow>();
  for (const row of exposure.rows) {
    const key = `${row.layer} ${row.category}`;
    const sum = rows.get(key);
    rows.set(key, sum === undefined ? bare(row.category, row.layer, row) : added(sum, row));
  }
  return { ...exposure, rows: [...rows.values()] };
}

type Shares = Pick<ExposureRow, 'share' | 'strongShare' | 'beforeDesignation'>;

function added(sum: ExposureRow, { share, strongShare, beforeDesignation }: Shares): ExposureRow {
  return {
    ...sum,
    share: sum.share + share,
    strongShare: sum.strongShare + strongShare,
    beforeDesignation: sum.beforeDesignation + beforeDesignation,
  };
}

/** A row with its shares alone, without the evidence behind them. */
export function bare(category: Category, layer: ExposureRow['layer'], shares: Shares): ExposureRow {
  const { share, strongShare, beforeDesignation } = shares;
  return {
    ...{ category, entity: '', layer, share, strongShare, beforeDesignation },
    ...{ amount: 0n, minHops: layer === 'direct' ? 1 : 2, labels: [], firstTime: 0, lastTime: 0, paths: [] },
  };
}
