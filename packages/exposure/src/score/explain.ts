import type { DirectionExposure, ExposureRow } from '../walk/exposure.ts';
import { compareRows } from '../walk/row-order.ts';
import type { AssessmentInput, Cause, ExplainedRow } from './assessment.ts';
import type { ExposureScore } from './score.ts';
import { usdOfShare } from './score-sums.ts';

/** The same exposure with its rows in the published order, so that no sum depends on the order they were given in. */
export function sortRows(exposure: DirectionExposure): DirectionExposure {
  return { ...exposure, rows: [...exposure.rows].sort(compareRows) };
}

/** Rows of both directions with what each did to the score (docs/method, section 6.7). */
export function explainRows(input: AssessmentInput, score: ExposureScore, cause: Cause): readonly ExplainedRow[] {
  const sides = [
    { exposure: input.incoming, usd: input.incomingUsd, points: score.incoming.rowPoints },
    { exposure: input.outgoing, usd: input.outgoingUsd, points: score.outgoing.rowPoints },
  ];
  return sides.flatMap(({ exposure, usd, points }) =>
    exposure.rows.map((row, index) => ({
      ...row,
      direction: exposure.direction,
      usd: usdOfShare(row.share, usd),
      points: points[index] ?? 0,
      tooSmall: score.tooSmall[exposure.direction].has(row.category),
      decisive: isDecisive(row, exposure, cause),
    })),
  );
}

function isDecisive(row: ExposureRow, { direction }: DirectionExposure, cause: Cause): boolean {
  switch (cause.rule) {
    case 'floor': {
      const share = cause.lowered ? row.share : row.strongShare;
      return row.category === cause.category && direction === cause.direction && row.layer === cause.layer && share > 0;
    }
    case 'linear':
    case 'limited_coverage':
      return direction === cause.direction;
    case 'identity':
    case 'not_rated':
      return false;
  }
}
