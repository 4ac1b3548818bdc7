import type { RiskKey } from '@assay/wording';

/** One slice of a direction. */
export interface FlowItem {
  readonly id: string;
  readonly title: string;
  /** 0 to 1. */
  readonly share: number;
  readonly usd: number | null;
}

/** Groups in the order high, medium, low, not attributed; items by share, largest first. */
export interface FlowGroup {
  readonly key: RiskKey;
  readonly items: readonly FlowItem[];
}

export interface Flow {
  readonly groups: readonly FlowGroup[];
  /** USD of the whole direction, null where no price is known. */
  readonly totalUsd: number | null;
}
