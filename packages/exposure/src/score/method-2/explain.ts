import type { ExposureRow } from '../../walk/exposure.ts';
import type { AssessmentInput, Cause, ExplainedRow } from '../assessment.ts';
import { knownUsd } from './dollars.ts';
import { isInScope } from './floors.ts';
import type { TransferScore } from './score.ts';
import { mayBeSetAside } from './set-aside.ts';

/** Rows of both directions with what each did to the score (docs/method/2, section 6.7). Shares are as they were found. */
export function explainScoredRows(input: AssessmentInput, score: TransferScore, cause: Cause): readonly ExplainedRow[] {
  const usd = { bwd: input.incomingUsd, fwd: input.outgoingUsd };
  return [input.incoming, input.outgoing].flatMap(({ direction, rows }) => {
    const { aside } = score.sides[direction];
    const points = (direction === 'bwd' ? score.incoming : score.outgoing).rowPoints;
    let scored = 0;
    return rows.map((row) => {
      const isAside = aside > 0 && mayBeSetAside(row);
      const all = usd[direction];
      const explained = {
        ...row,
        direction,
        usd: all === null ? null : knownUsd(row.share, { low: all, high: all }),
        points: isAside ? 0 : (points[scored] ?? 0),
        tooSmall: !isAside && score.tooSmall[direction].has(row.category),
        decisive: !isAside && isDecisive(row, direction, cause),
        setAside: isAside,
      };
      if (!isAside) scored += 1;
      return explained;
    });
  });
}

function isDecisive(row: ExposureRow, direction: ExplainedRow['direction'], cause: Cause): boolean {
  switch (cause.rule) {
    case 'floor': {
      const share = cause.lowered ? row.share : row.strongShare;
      const isCounted = cause.scope !== undefined && isInScope(row, cause.scope);
      return isCounted && direction === cause.direction && row.layer === cause.layer && share > 0;
    }
    case 'linear':
    case 'limited_coverage':
      return direction === cause.direction;
    case 'identity':
    case 'not_rated':
      return false;
  }
}
