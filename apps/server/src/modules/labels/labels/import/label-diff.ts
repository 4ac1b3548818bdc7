/** How a list differs from the stored list of the same name, by address and network (of actor packs: by actor). */
export interface LabelDiff {
  /** Entries of the stored list. */
  readonly stored: number;
  readonly added: DiffPart;
  /** In both lists, with other facts. */
  readonly changed: DiffPart;
  readonly withdrawn: DiffPart;
}

export interface DiffPart {
  readonly count: number;
  /** The first of them by name, as `ETH 0x…`. */
  readonly examples: readonly string[];
}

/** When a publisher's new list waits for an operator. */
export interface HoldPolicy {
  /** Every list that differs waits. */
  readonly holdsAll: boolean;
  /** A list that withdraws more than this share of the stored one waits, 0 to 1. */
  readonly mostWithdrawn: number;
}

/** A publisher seldom takes back a tenth of its list: a broken or cut file does. */
export const MOST_WITHDRAWN = 0.1;

export type HoldReason = 'withdraws-too-many' | 'thief-and-robbed' | 'operator-decides';

/** @param disputed addresses that the new list, or it and another, call both a theft's and the robbed one's */
export function holdReason(
  { stored, added, changed, withdrawn }: LabelDiff,
  policy: HoldPolicy,
  disputed: readonly string[] = [],
): HoldReason | null {
  if (disputed.length > 0) return 'thief-and-robbed';
  if (withdrawn.count > stored * policy.mostWithdrawn) return 'withdraws-too-many';
  const differs = added.count + changed.count + withdrawn.count > 0;
  return policy.holdsAll && differs ? 'operator-decides' : null;
}
