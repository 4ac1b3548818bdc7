import type { CheckAsset, CheckChanges, FormerResult, ResultOf3, ShareChange } from '@assay/contracts';
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
    ...movedBetween(before, after),
    method_changed: before.method_version !== after.method_version,
    labels_changed: before.label_set_version !== after.label_set_version,
  };
}

type Moved = Pick<CheckChanges, 'total' | 'signals' | 'records'>;

/** Shares are compared where both versions of the method mean the same by them. */
function movedBetween(before: CheckAsset, after: CheckAsset): Moved {
  if (before.method_version === '3' && after.method_version === '3') return movedIn3(before, after);
  if (before.method_version !== '3' && after.method_version !== '3') return movedInFormer(before, after);
  return {
    total: { before: null, after: null },
    signals: { bwd: [], fwd: [] },
    records: { incoming: 0, outgoing: 0 },
  };
}

function movedInFormer(before: FormerResult, after: FormerResult): Moved {
  return {
    total: { before: before.total, after: after.total },
    signals: {
      bwd: movedShares(before.signals.bwd, after.signals.bwd),
      fwd: movedShares(before.signals.fwd, after.signals.fwd),
    },
    records: {
      incoming: Math.max(0, after.evidence.incoming.records - before.evidence.incoming.records),
      outgoing: Math.max(0, after.evidence.outgoing.records - before.evidence.outgoing.records),
    },
  };
}

/** Of all that ever came in, and of what was paid; how many transfers came in is not part of such a result. */
function movedIn3(before: ResultOf3, after: ResultOf3): Moved {
  return {
    total: { before: everOf(before)?.total ?? null, after: everOf(after)?.total ?? null },
    signals: {
      bwd: movedShares(receivedBy(before), receivedBy(after)),
      fwd: movedShares(paidBy(before), paidBy(after)),
    },
    records: { incoming: 0, outgoing: Math.max(0, paymentsOf(after) - paymentsOf(before)) },
  };
}

const everOf = ({ mixtures }: ResultOf3) => mixtures.find(({ name }) => name !== 'now');

const paymentsOf = ({ paid }: ResultOf3): number =>
  (paid?.payees ?? []).reduce((sum, { payments }) => sum + payments, 0);

function receivedBy(result: ResultOf3): Readonly<Record<string, number>> {
  const ever = everOf(result);
  if (ever === undefined) return {};
  const { unknown_origin, not_followed } = ever;
  return { ...sharesOf(ever.rows), unknown_origin, not_followed };
}

const paidBy = ({ paid }: ResultOf3): Readonly<Record<string, number>> =>
  sharesOf((paid?.payees ?? []).flatMap(({ category, share }) => (category === null ? [] : [{ category, share }])));

function sharesOf(rows: readonly { readonly category: string; readonly share: number }[]): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const { category, share } of rows) shares[category] = (shares[category] ?? 0) + share;
  return shares;
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
