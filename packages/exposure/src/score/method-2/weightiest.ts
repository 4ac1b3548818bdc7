import { CATEGORIES } from '@assay/domain';
import { INDIRECT_FACTOR, OUTGOING_FACTOR } from '../../method/numbers.ts';
import { WITHDRAWN_LABELS, WITHDRAWN_SHARE } from '../../method/numbers-2.ts';
import { compareText } from '../../records/compare-text.ts';
import type { DirectionExposure, ExposureRow } from '../../walk/exposure.ts';
import type { LabelClaim } from '../../walk/store.ts';
import { reaches } from '../score-rules.ts';

/**
 * The claims of tiers S, A and B that weigh most in the finished walks, by the points they add to the linear score:
 * those whose withdrawal may change the stars (docs/method/2, section 6.7). At most five, the weightiest first.
 */
export function weightiestClaims(exposures: readonly DirectionExposure[]): readonly LabelClaim[] {
  const found = new Map<string, { readonly claim: LabelClaim; points: number; share: number }>();
  for (const { direction, rows } of exposures) {
    for (const row of rows) {
      if (!isGrave(row)) continue;
      const { category, entity, share } = row;
      const key = `${category}\n${entity}`;
      const one = found.get(key) ?? { claim: { category, entity }, points: 0, share: 0 };
      const factor = direction === 'fwd' ? OUTGOING_FACTOR : 1;
      one.points += factor * share * CATEGORIES[category].weight * factorOf(row);
      one.share = Math.max(one.share, share);
      found.set(key, one);
    }
  }
  return [...found.values()]
    .filter(({ claim, share }) => CATEGORIES[claim.category].tier === 'S' || reaches(share, WITHDRAWN_SHARE))
    .sort(
      (a, b) =>
        b.points - a.points ||
        compareText(a.claim.category, b.claim.category) ||
        compareText(a.claim.entity, b.claim.entity),
    )
    .slice(0, WITHDRAWN_LABELS)
    .map(({ claim }) => claim);
}

function isGrave({ category }: ExposureRow): boolean {
  const { tier } = CATEGORIES[category];
  return tier === 'S' || tier === 'A' || tier === 'B';
}

function factorOf({ category, layer }: ExposureRow): number {
  return layer === 'direct' || CATEGORIES[category].tier === 'S' ? 1 : INDIRECT_FACTOR;
}
