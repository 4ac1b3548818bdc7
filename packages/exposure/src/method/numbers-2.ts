import type { Category, RiskTier } from '@assay/domain';

/*
 * Numbers of version 2 of the method (docs/method/2, section 6) that version 1 does not have, or has otherwise; the rest
 * are those of numbers.ts. A change of any is a new version. test/method-page-2.test.ts compares them with the page.
 */

/** Incoming direct tier S under both is set aside (section 6.2). */
export const SET_ASIDE = { share: 0.001, usd: 1000 } as const;

/** Below this many dollars in sum, both layers together, no floor of a tier holds, and S and A weigh little. */
export const COUNTED_USD = 10;
/** The most that a row of tier S or A weighs where their sum is too small to count. */
export const LITTLE_WEIGHT = 0.25;

/** Where neither price nor bounds decide a dollar condition: share from which it is met (section 6.9). */
export const UNDECIDED_SHARE = 0.01;

/** Share that a service needs beside a dollar condition of an outgoing column (section 6.3). */
export const SERVICE_SHARE = 0.001;

/** What a label of tier C or D no longer hides (section 6.1). */
export const SERVICE_FLOOR = {
  usd: 1000,
  steps: [
    { floor: 80, minShare: 0.5 },
    { floor: 65, minShare: 0.25 },
    { floor: 50, minShare: 0.1 },
  ],
  /** In place of each where the history is incomplete: no five stars, and no more. */
  whenIncomplete: 20,
  without: ['seized_assets', 'enforcement_action'] satisfies readonly Category[],
} as const;

/** R that five stars allow at most (section 6.5). */
export const MAX_NOT_FOLLOWED = 0.1;

export type FloorTier = Extract<RiskTier, 'S' | 'A' | 'B'>;

/** Tiers that a column sums. */
export const SUMMED_TIERS = { S: ['S'], A: ['S', 'A'], B: ['S', 'A', 'B'] } as const satisfies Record<
  FloorTier,
  readonly RiskTier[]
>;

/** One condition of a column and the floor it gives. Both bounds are needed; `minUsd` is in the column's dollars. */
export interface ColumnStep {
  readonly floor: number;
  /** 0: any share. */
  readonly minShare: number;
  readonly minUsd: number | null;
}

export interface FloorColumn {
  readonly tier: FloorTier;
  readonly layer: 'direct' | 'indirect';
  /** `bwd` incoming, `fwd` outgoing. */
  readonly directions: readonly ('bwd' | 'fwd')[];
  /** Shares first, then dollars; highest first in each. */
  readonly steps: readonly ColumnStep[];
}

const share = (minShare: number, floor: number): ColumnStep => ({ floor, minShare, minUsd: null });
const usd = (minUsd: number, floor: number, minShare = 0): ColumnStep => ({ floor, minShare, minUsd });
const BOTH = ['bwd', 'fwd'] as const;

/** Section 6.3, the table. */
export const FLOOR_COLUMNS: readonly FloorColumn[] = [
  { tier: 'S', layer: 'direct', directions: ['bwd'], steps: [share(0.01, 90), share(0.001, 70), usd(1000, 70)] },
  { tier: 'S', layer: 'direct', directions: ['fwd'], steps: [share(0.01, 90), usd(1000, 90), usd(COUNTED_USD, 70)] },
  { tier: 'S', layer: 'indirect', directions: BOTH, steps: [share(0.05, 75), share(0.01, 50), share(0.001, 30)] },
  {
    tier: 'A',
    layer: 'direct',
    directions: BOTH,
    steps: [share(0.1, 80), share(0.03, 65), share(0.005, 45), usd(100_000, 70, 0.001), usd(10_000, 60, 0.001)],
  },
  {
    tier: 'A',
    layer: 'indirect',
    directions: BOTH,
    steps: [share(0.25, 65), share(0.1, 50), share(0.03, 35), usd(1_000_000, 60, 0.01), usd(100_000, 50, 0.01)],
  },
  { tier: 'B', layer: 'direct', directions: BOTH, steps: [share(0.5, 55), share(0.2, 42), share(0.05, 22)] },
];

/** A step lower, for the reading over all labels: the next floor of the list, none after its last. */
export const LOWER_FLOORS = {
  S: { direct: [90, 70], indirect: [75, 50, 30] },
  A: { direct: [80, 65, 45], indirect: [65, 50, 35] },
  B: { direct: [55, 42, 22], indirect: [] },
} as const satisfies Record<FloorTier, Record<'direct' | 'indirect', readonly number[]>>;

/** The same for floors of tier A by dollars. */
export const LOWER_USD_FLOORS = { direct: [70, 60], indirect: [60, 50] } as const;

/** Section 6.7: claims whose withdrawal is walked again, from this share of a direction on (tier S always), */
export const WITHDRAWN_LABELS = 5;
export const WITHDRAWN_SHARE = 0.001;
/** and only where the finished walk that met it took no more states. */
export const WITHDRAWN_STATES = 5_000;
