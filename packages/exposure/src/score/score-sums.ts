import { CATEGORIES, type Category } from '@assay/domain';
import { TOO_SMALL_SHARE, TOO_SMALL_USD } from '../method/numbers.ts';
import type { DirectionExposure, ExposureRow } from '../walk/exposure.ts';
import { reaches } from './score-rules.ts';

/** Shares of one category in one direction, over all labels or over strong ones. */
export interface LayerSums {
  readonly direct: number;
  readonly indirect: number;
}

/** What one direction owes to one category, over all its entities. */
export interface CategorySums {
  readonly category: Category;
  /** Over every label that absorbed. */
  readonly all: LayerSums;
  /** Over labels of confidence 50 or more that were in force when the money moved. */
  readonly strong: LayerSums;
}

/** Sums per category in the order of the rows' first appearance; categories without a share are left out. */
export function sumByCategory(rows: readonly ExposureRow[]): readonly CategorySums[] {
  const sums = new Map<Category, { all: Mutable<LayerSums>; strong: Mutable<LayerSums> }>();
  for (const row of rows) {
    if (row.share <= 0) continue;
    const sum = sums.get(row.category) ?? {
      all: { direct: 0, indirect: 0 },
      strong: { direct: 0, indirect: 0 },
    };
    sum.all[row.layer] += row.share;
    sum.strong[row.layer] += row.strongShare;
    sums.set(row.category, sum);
  }
  return [...sums].map(([category, sum]) => ({ category, ...sum }));
}

/** USD of a share of a direction; null where the direction has no price. */
export function usdOfShare(share: number, directionUsd: number | null): number | null {
  return directionUsd === null ? null : share * directionUsd;
}

/**
 * Whether a sum of tier S or A is big enough to weigh fully and to raise a floor: $10 in the direction or, without a
 * price, 0.1% of it (docs/method, section 6.2 and 6.3). Nobody is ruined by dusting.
 */
export function isEnough(sums: LayerSums, directionUsd: number | null): boolean {
  const share = sums.direct + sums.indirect;
  const usd = usdOfShare(share, directionUsd);
  return usd === null ? reaches(share, TOO_SMALL_SHARE) : reaches(usd, TOO_SMALL_USD);
}

/** Categories of tier S and A that are too small to count in this direction. */
export function findTooSmall(exposure: DirectionExposure, directionUsd: number | null): ReadonlySet<Category> {
  return new Set(
    sumByCategory(exposure.rows)
      .filter(({ category, all }) => isIllicit(category) && !isEnough(all, directionUsd))
      .map(({ category }) => category),
  );
}

/** Tiers S and A. */
export function isIllicit(category: Category): boolean {
  const { tier } = CATEGORIES[category];
  return tier === 'S' || tier === 'A';
}

/** Tiers S, A and B: what a reader would call a risk. */
export function isRisky(category: Category): boolean {
  return isIllicit(category) || CATEGORIES[category].tier === 'B';
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
