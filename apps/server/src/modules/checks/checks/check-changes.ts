import type { CheckAsset, CheckChanges, ShareChange } from '@assay/contracts';
import { CATEGORIES, isCategory, RESIDUALS } from '@assay/domain';

/** The smallest difference the chart shows: 0.1 %. Smaller differences are rounding noise. */
const LEAST_MOVE = 0.001;

/**
 * The differences between two results of the same address and asset. It does not state the reason: changes of method
 * or labels are reported separately.
 *
 * @example
 * changesBetween(before, after).riskscore; // { before: 4, after: 2 }
 */
export function changesBetween(before: CheckAsset, after: CheckAsset): CheckChanges {
  return {
    previous_sub_id: before.sub_id,
    since: before.created_at,
    riskscore: { before: before.riskscore, after: after.riskscore },
    total: { before: before.total, after: after.total },
    signals: {
      bwd: movedShares(before.signals.bwd, after.signals.bwd),
      fwd: movedShares(before.signals.fwd, after.signals.fwd),
    },
    records: {
      incoming: Math.max(0, after.evidence.incoming.records - before.evidence.incoming.records),
      outgoing: Math.max(0, after.evidence.outgoing.records - before.evidence.outgoing.records),
    },
    method_changed: before.method_version !== after.method_version,
    labels_changed: before.label_set_version !== after.label_set_version,
  };
}

/** The largest change first; equal changes by name, so that the order is deterministic. */
function movedShares(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): ShareChange[] {
  const categories = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return categories
    .map((category) => ({
      category,
      title: titleOf(category),
      before: before[category] ?? 0,
      after: after[category] ?? 0,
    }))
    .filter((share) => moveOf(share) >= LEAST_MOVE)
    .sort((a, b) => moveOf(b) - moveOf(a) || (a.category < b.category ? -1 : 1));
}

/** Rounded, since binary fractions would give equal changes different values. */
function moveOf({ before, after }: ShareChange): number {
  return Math.round(Math.abs(after - before) * 1e9) / 1e9;
}

/** Old results may contain a category that no longer exists: then its key is used. */
function titleOf(category: string): string {
  if (isCategory(category)) return CATEGORIES[category].title;
  return Object.entries(RESIDUALS).find(([id]) => id === category)?.[1].title ?? category;
}
