import { CATEGORIES } from '@assay/domain';
import type { ExposureRow } from '../../walk/exposure.ts';
import type { Coverage } from '../assessment.ts';
import type { ScoredSide } from './set-aside.ts';

/**
 * How much of what moved is explained (docs/method/2, section 6.5): over both directions by amount, without what is set
 * aside, still held or a fee. Unlabelled services are neither attributed nor clean.
 *
 * @returns fractions 0 to 1, all 0 when nothing is left to explain
 */
export function measureNamedCoverage(sides: readonly ScoredSide[]): Coverage {
  const sums = { moved: 0, attributed: 0, clean: 0, notFollowed: 0 };
  const amounts = sides.map(({ exposure, aside }) => Number(exposure.amount) * (1 - aside));
  const all = amounts.reduce((sum, amount) => sum + amount, 0);
  for (const [index, { exposure }] of sides.entries()) {
    const amount = amounts[index] ?? 0;
    if (amount <= 0) continue;
    const weight = amount / all;
    for (const row of exposure.rows) {
      const moved = weight * row.share;
      sums.moved += moved;
      if (isNamed(row)) sums.attributed += moved;
      if (isClean(row)) sums.clean += moved;
    }
    const { unknown_origin, not_followed } = exposure.residuals;
    sums.moved += weight * (unknown_origin + not_followed);
    sums.notFollowed += weight * not_followed;
  }
  if (sums.moved <= 0) return { attributed: 0, clean: 0, notFollowed: 0 };
  const fraction = (part: number) => Math.min(1, part / sums.moved);
  return {
    attributed: fraction(sums.attributed),
    clean: fraction(sums.clean),
    notFollowed: fraction(sums.notFollowed),
  };
}

function isNamed({ category }: ExposureRow): boolean {
  return category !== 'unlabelled_service';
}

function isClean(row: ExposureRow): boolean {
  const { tier } = CATEGORIES[row.category];
  return isNamed(row) && row.category !== 'other_entities' && (tier === 'C' || tier === 'D');
}
