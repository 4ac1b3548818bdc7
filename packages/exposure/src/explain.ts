import { CATEGORIES, type RiskGroup } from '@assay/domain';
import type { AssessmentInput, Cause, ExplainedRow } from './assessment.ts';
import { compareText } from './compare-text.ts';
import type { DirectionExposure, ExposureRow } from './exposure.ts';
import type { ExposureScore } from './score.ts';
import { usdOfShare } from './score-sums.ts';

const GROUP_ORDER: Readonly<Record<RiskGroup, number>> = { high: 0, mid: 1, low: 2 };

/** The same exposure with its rows in the published order, so that no sum depends on the order they were given in. */
export function sortRows(exposure: DirectionExposure): DirectionExposure {
  return { ...exposure, rows: [...exposure.rows].sort(compareRows) };
}

/** Group high, mid, low; then share, largest first; then category, entity, layer. */
export function compareRows(left: ExposureRow, right: ExposureRow): number {
  return (
    GROUP_ORDER[CATEGORIES[left.category].group] - GROUP_ORDER[CATEGORIES[right.category].group] ||
    right.share - left.share ||
    compareText(left.category, right.category) ||
    compareText(left.entity, right.entity) ||
    compareText(left.layer, right.layer)
  );
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
