import type { RiskTier } from '@assay/domain';

/** Which rows a floor reads: of what was received by one owner, of what was received by more, of what was paid. */
export type FloorColumn = 'direct' | 'indirect' | 'paid';

/** Which tiers a floor sums. */
export type FloorScope = 'S' | 'SA' | 'SAB';

/** One entry of the table: where share and dollars are met, the total is at least one of its two numbers. */
export interface FloorStep {
  /** 0..1; 0 where any share does. */
  readonly minShare: number;
  /** Null where dollars are not asked. */
  readonly minUsd: number | null;
  /** Share from which `minUsd` is met without a price; null where it never is. */
  readonly shareWithoutPrice: number | null;
  /** By labels of confidence 50 or more that were not 'before designation'. */
  readonly first: number;
  /** By all labels; 0 is no floor. */
  readonly second: number;
}

const share = (minShare: number, first: number, second: number): FloorStep => ({
  minShare,
  minUsd: null,
  shareWithoutPrice: null,
  first,
  second,
});

const usd = (minShare: number, minUsd: number, first: number, second: number): FloorStep => ({
  ...share(minShare, first, second),
  minUsd,
});

export const TIERS_OF_SCOPE: Readonly<Record<FloorScope, readonly RiskTier[]>> = {
  S: ['S'],
  SA: ['S', 'A'],
  SAB: ['S', 'A', 'B'],
};

const DIRECT_SA = [
  share(0.1, 80, 65),
  share(0.03, 65, 45),
  share(0.005, 45, 0),
  usd(0.001, 100_000, 70, 60),
  usd(0.001, 10_000, 60, 22),
  usd(0.001, 1000, 22, 0),
];

const DIRECT_SAB = [share(0.5, 55, 42), share(0.2, 42, 22), share(0.05, 22, 0)];

/** Share of all paid from which $10 of it are met without a price (section 7). */
export const TEN_DOLLARS_WITHOUT_PRICE = 0.001;

/** docs/method/3, section 10. */
export const FLOOR_TABLE: Readonly<Record<FloorColumn, Readonly<Record<FloorScope, readonly FloorStep[]>>>> = {
  direct: {
    S: [share(0.01, 90, 70), share(0.001, 70, 0), usd(0.001, 1000, 70, 45), usd(0, 1000, 45, 0)],
    SA: DIRECT_SA,
    SAB: DIRECT_SAB,
  },
  paid: {
    S: [
      share(0.01, 90, 70),
      usd(0, 1000, 90, 70),
      { ...usd(0, 10, 70, 0), shareWithoutPrice: TEN_DOLLARS_WITHOUT_PRICE },
    ],
    SA: DIRECT_SA,
    SAB: DIRECT_SAB,
  },
  indirect: {
    S: [share(0.05, 75, 50), share(0.01, 50, 30), share(0.001, 30, 0)],
    SA: [
      share(0.25, 65, 50),
      share(0.1, 50, 35),
      share(0.03, 35, 0),
      usd(0.01, 1_000_000, 60, 50),
      usd(0.01, 100_000, 50, 35),
      usd(0.01, 10_000, 35, 0),
    ],
    SAB: [],
  },
};
