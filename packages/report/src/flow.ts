import type { CanonicalDirection } from '@assay/certificate';
import { RISK_ORDER, type RiskKey, UNMARKED } from '@assay/wording';

export interface FlowItem {
  readonly id: string;
  readonly title: string;
  readonly share: number;
}

export interface FlowGroup {
  readonly key: RiskKey;
  readonly items: readonly FlowItem[];
}

/**
 * What the ring of a direction shows: groups high, medium, low, not attributed, each by share. A direction whose money
 * belongs to no category is one slice; one without records is empty.
 */
export function flowOf({ slices }: CanonicalDirection): readonly FlowGroup[] {
  const items = slices.filter(({ share }) => share > 0);
  if (items.length === 0) return [];
  if (items.every(({ group }) => group === 'none')) {
    return [{ key: 'none', items: [{ ...UNMARKED, share: 1 }] }];
  }
  return RISK_ORDER.map((key) => ({
    key,
    items: items.filter(({ group }) => group === key).toSorted((a, b) => b.share - a.share),
  })).filter((group) => group.items.length > 0);
}
