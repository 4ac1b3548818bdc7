import { CATEGORIES } from '@assay/domain';
import { compareText } from '../records/compare-text.ts';
import type { DirectionExposure } from '../walk/exposure.ts';
import type { FloorCause } from './assessment.ts';
import { reaches } from './score-rules.ts';
import { type CategorySums, isEnough, isIllicit, sumByCategory, usdOfShare } from './score-sums.ts';

/** One line of the table of floors: at this share, or at this many dollars in the category, the total is at least. */
export interface FloorStep {
  readonly floor: number;
  /** 0: any share. */
  readonly minShare: number;
  readonly minUsd: number | null;
}

/** A floor that an exposure reached, with the step it reached (before any lowering). */
export interface FloorFinding {
  readonly cause: FloorCause;
  readonly step: FloorStep;
}

const step = (floor: number, minShare: number, minUsd: number | null = null): FloorStep => ({
  floor,
  minShare,
  minUsd,
});

/** docs/method, section 6.3; highest step first in every column. */
export const FLOORS = {
  S: {
    direct: [step(90, 0.01, 1000), step(70, 0)],
    indirect: [step(75, 0.05), step(50, 0.01), step(30, 0.001)],
  },
  A: {
    direct: [step(80, 0.1), step(65, 0.03), step(45, 0.005)],
    indirect: [step(65, 0.25), step(50, 0.1), step(35, 0.03)],
  },
  B: { direct: [step(50, 0.5), step(35, 0.2)], indirect: [] },
  C: { direct: [], indirect: [] },
  D: { direct: [], indirect: [] },
} as const satisfies Record<string, Record<'direct' | 'indirect', readonly FloorStep[]>>;

/**
 * Every floor one direction reaches, best first (docs/method, section 6.3). Each is looked for twice: over labels of
 * confidence 50 or more that were in force, and over all labels, lowered by one step of the column. A share must not
 * average away: 2% from a sanctioned source is 2% too much, however clean the rest.
 *
 * @param directionUsd USD of the whole direction; null without a price: $10 then counts as met from 0.1% of the
 *   direction, $1,000 never
 */
export function findFloors(exposure: DirectionExposure, directionUsd: number | null): readonly FloorFinding[] {
  return sumByCategory(exposure.rows)
    .flatMap((sums) =>
      LAYERS.flatMap((layer) =>
        LABEL_SCOPES.map((labels) => findFloor({ sums, layer, labels, exposure, directionUsd })),
      ),
    )
    .filter((finding) => finding !== null)
    .sort(compareFindings);
}

/** Order of floors by what they say: the higher, then not lowered, incoming, tier, direct, larger share, category. */
export function compareFindings(left: FloorFinding, right: FloorFinding): number {
  const [a, b] = [left.cause, right.cause];
  return (
    b.total - a.total ||
    Number(a.lowered) - Number(b.lowered) ||
    compareText(a.direction, b.direction) ||
    compareText(rankOfTier(a), rankOfTier(b)) ||
    compareText(a.layer, b.layer) ||
    b.share - a.share ||
    compareText(a.category, b.category)
  );
}

const LAYERS = ['direct', 'indirect'] as const;
const LABEL_SCOPES = ['strong', 'all'] as const;

interface FloorAsk {
  readonly sums: CategorySums;
  readonly layer: 'direct' | 'indirect';
  readonly labels: 'strong' | 'all';
  readonly exposure: DirectionExposure;
  readonly directionUsd: number | null;
}

function findFloor({ sums, layer, labels, exposure, directionUsd }: FloorAsk): FloorFinding | null {
  const { category } = sums;
  const shares = sums[labels];
  const share = shares[layer];
  if (share <= 0 || (isIllicit(category) && !isEnough(shares, directionUsd))) return null;
  const usd = usdOfShare(shares.direct + shares.indirect, directionUsd);
  const column: readonly FloorStep[] = FLOORS[CATEGORIES[category].tier][layer];
  const reached = column.findIndex(
    ({ minShare, minUsd }) => reaches(share, minShare) || (minUsd !== null && usd !== null && reaches(usd, minUsd)),
  );
  const lowered = labels === 'all';
  const reachedStep = column[reached];
  const counted = column[reached + Number(lowered)];
  if (reachedStep === undefined || counted === undefined) return null;
  return {
    cause: {
      rule: 'floor',
      category,
      direction: exposure.direction,
      layer,
      share,
      usd,
      lowered,
      total: counted.floor,
    },
    step: reachedStep,
  };
}

/** S, A, B sort as wanted once S is put first. */
function rankOfTier({ category, scope }: FloorCause): string {
  const tier = scope ?? CATEGORIES[category].tier;
  return tier === 'S' ? '0' : tier;
}
