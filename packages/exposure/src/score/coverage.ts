import { CATEGORIES } from '@assay/domain';
import type { DirectionExposure } from '../walk/exposure.ts';
import type { Coverage } from './assessment.ts';

/**
 * How much of what moved is explained (docs/method, section 6.5): over both directions by amount, with what is still
 * held and the fees left out.
 *
 * @returns fractions 0 to 1, all 0 when nothing is left to explain
 * @example
 * measureCoverage(incoming, outgoing).attributed; // 0.93: 93% of the value carries a label
 */
export function measureCoverage(incoming: DirectionExposure, outgoing: DirectionExposure): Coverage {
  const sums = { moved: 0, attributed: 0, clean: 0, notFollowed: 0 };
  const allAmounts = Number(incoming.amount + outgoing.amount);
  for (const exposure of [incoming, outgoing]) {
    if (exposure.amount === 0n) continue;
    const weight = Number(exposure.amount) / allAmounts;
    const { residuals } = exposure;
    for (const row of exposure.rows) {
      const moved = weight * row.share;
      sums.moved += moved;
      sums.attributed += moved;
      if (isClean(row)) sums.clean += moved;
    }
    sums.moved += weight * (residuals.unknown_origin + residuals.not_followed);
    sums.notFollowed += weight * residuals.not_followed;
  }
  if (sums.moved <= 0) return { attributed: 0, clean: 0, notFollowed: 0 };
  const fraction = (part: number) => Math.min(1, part / sums.moved);
  return {
    attributed: fraction(sums.attributed),
    clean: fraction(sums.clean),
    notFollowed: fraction(sums.notFollowed),
  };
}

function isClean({ category }: DirectionExposure['rows'][number]): boolean {
  if (category === 'unlabelled_service' || category === 'other_entities') return false;
  const { tier } = CATEGORIES[category];
  return tier === 'C' || tier === 'D';
}
