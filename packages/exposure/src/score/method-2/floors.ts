import { CATEGORIES, type Category } from '@assay/domain';
import {
  COUNTED_USD,
  type ColumnStep,
  FLOOR_COLUMNS,
  type FloorColumn,
  LOWER_FLOORS,
  LOWER_USD_FLOORS,
  SERVICE_FLOOR,
  SERVICE_SHARE,
  SUMMED_TIERS,
} from '../../method/numbers-2.ts';
import { compareText } from '../../records/compare-text.ts';
import type { ExposureRow } from '../../walk/exposure.ts';
import type { FloorCause, FloorScope } from '../assessment.ts';
import { compareFindings, type FloorFinding } from '../floors.ts';
import { reaches } from '../score-rules.ts';
import { isWorth, knownUsd } from './dollars.ts';
import type { ScoredSide } from './set-aside.ts';

type Reading = 'strong' | 'all';

/**
 * Every floor that one direction reaches, best first (docs/method/2, section 6.3): columns of whole tiers, read over
 * strong labels, and over all labels a step lower.
 *
 * @param isService the address itself meets the conditions of an unlabelled service: its outgoing dollar conditions
 *   need 0.1% beside them
 */
export function findColumnFloors(side: ScoredSide, isService: boolean): readonly FloorFinding[] {
  const { direction } = side.exposure;
  return FLOOR_COLUMNS.filter(({ directions }) => directions.includes(direction))
    .flatMap((column) => [
      findColumnFloor(side, column, 'strong', isService),
      findColumnFloor(side, column, 'all', isService),
    ])
    .filter((finding) => finding !== null)
    .sort(compareFindings);
}

/**
 * What nearly everything of a service came from (docs/method/2, section 6.1); null where it is too little.
 *
 * @param isComplete whether the records are the whole history of the address: what a part of it came from takes five
 *   stars away, and no more
 */
export function findServiceFloor(side: ScoredSide, isComplete: boolean): FloorFinding | null {
  const rows = side.exposure.rows.filter((row) => isInScope(row, 'service') && row.layer === 'direct');
  const share = sumOf(rows, 'strong');
  if (share <= 0 || !isWorth(share, side.bounds, SERVICE_FLOOR.usd)) return null;
  const step = SERVICE_FLOOR.steps.find(({ minShare }) => reaches(share, minShare));
  if (step === undefined) return null;
  const floor = isComplete ? step.floor : SERVICE_FLOOR.whenIncomplete;
  return {
    cause: {
      rule: 'floor',
      category: largestCategory(rows, 'strong'),
      direction: 'bwd',
      layer: 'direct',
      share,
      usd: knownUsd(share, side.bounds),
      lowered: false,
      total: floor,
      scope: 'service',
    },
    step: { ...step, floor, minUsd: SERVICE_FLOOR.usd },
  };
}

/** Whether a floor of this scope sums the row's category. */
export function isInScope({ category }: Pick<ExposureRow, 'category'>, scope: FloorScope): boolean {
  const { tier } = CATEGORIES[category];
  if (scope === 'service') return isOneOf(SUMMED_TIERS.A, tier) && !isOneOf(SERVICE_FLOOR.without, category);
  return isOneOf(SUMMED_TIERS[scope], tier);
}

/** Sum of shares as a reading takes them. */
export function sumOf(rows: readonly ExposureRow[], reading: Reading): number {
  return rows.reduce((sum, row) => sum + shareOf(row, reading), 0);
}

function findColumnFloor(
  { exposure, bounds }: ScoredSide,
  column: FloorColumn,
  reading: Reading,
  isService: boolean,
): FloorFinding | null {
  const { tier, layer } = column;
  const counted = exposure.rows.filter((row) => isInScope(row, tier));
  if (!isWorth(sumOf(counted, reading), bounds, COUNTED_USD)) return null;
  const rows = counted.filter((row) => row.layer === layer);
  const share = sumOf(rows, reading);
  if (share <= 0) return null;
  const needed = isService && exposure.direction === 'fwd' ? SERVICE_SHARE : 0;
  let best: { readonly step: ColumnStep; readonly total: number } | null = null;
  for (const step of column.steps) {
    const minShare = step.minUsd === null ? step.minShare : Math.max(step.minShare, needed);
    if (!reaches(share, minShare)) continue;
    // The $10 are of both layers together, and held above; larger sums are of the column.
    if (step.minUsd !== null && step.minUsd > COUNTED_USD && !isWorth(share, bounds, step.minUsd)) continue;
    const total = reading === 'strong' ? step.floor : lowerOf(column, step);
    if (total > (best?.total ?? 0)) best = { step, total };
  }
  if (best === null) return null;
  const cause: FloorCause = {
    rule: 'floor',
    category: largestCategory(rows, reading),
    direction: exposure.direction,
    layer,
    share,
    usd: knownUsd(share, bounds),
    lowered: reading === 'all',
    total: best.total,
    scope: tier,
  };
  return { cause, step: best.step };
}

/** The next floor of the list; 0 after its last. */
function lowerOf({ tier, layer }: FloorColumn, { floor, minUsd }: ColumnStep): number {
  const list: readonly number[] = tier === 'A' && minUsd !== null ? LOWER_USD_FLOORS[layer] : LOWER_FLOORS[tier][layer];
  return list[list.indexOf(floor) + 1] ?? 0;
}

/** The category that most of a sum is of; of equal ones the first by id. */
function largestCategory(rows: readonly ExposureRow[], reading: Reading): Category {
  const shares = new Map<Category, number>();
  for (const row of rows) shares.set(row.category, (shares.get(row.category) ?? 0) + shareOf(row, reading));
  const [largest] = [...shares].sort(([a, one], [b, other]) => other - one || compareText(a, b));
  if (largest === undefined) throw new Error('a floor was found without rows');
  return largest[0];
}

function shareOf(row: ExposureRow, reading: Reading): number {
  return reading === 'strong' ? row.strongShare : row.share;
}

function isOneOf<T extends string>(list: readonly T[], value: string): boolean {
  return list.some((one) => one === value);
}
