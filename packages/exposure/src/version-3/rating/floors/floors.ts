import type { Category } from '@assay/domain';
import { compareText } from '../../../records/compare-text.ts';
import { meets } from '../bounds/bounds.ts';
import { type Usd, type Worth, worthMeets, worthOf } from '../bounds/dollars.ts';
import { FLOOR_TABLE, type FloorColumn, type FloorScope, type FloorStep, TIERS_OF_SCOPE } from './floor-table.ts';
import { isStrong, type RiskLabel, shareOf, tierOf } from './risk-row.ts';

/** What a floor sums: a share of a mixture or of all paid, with its dollars. */
export interface FloorRow extends RiskLabel {
  /** 0..1. */
  readonly share: number;
  readonly usd: Usd;
}

/** A floor that holds, and what it read (docs/method/3, sections 10 and 15). */
export interface FloorFinding<R extends FloorRow = FloorRow> {
  readonly floor: number;
  readonly column: FloorColumn;
  readonly scope: FloorScope;
  /** `first`: by labels of confidence 50 or more that were not 'before designation'; `second`: by all. */
  readonly number: 'first' | 'second';
  readonly step: FloorStep;
  /** The share it names, which is the sum of its rows. */
  readonly share: number;
  readonly usd: Usd;
  /** The rows of its column, as its number took them. */
  readonly rows: readonly R[];
  /** The category that most of the share is of; of equal ones the first by id. */
  readonly category: Category;
}

/** The largest floor that holds by each number; null where none does. */
export interface Floors<R extends FloorRow = FloorRow> {
  readonly first: FloorFinding<R> | null;
  readonly second: FloorFinding<R> | null;
  /** The larger of both; of equal ones that of the first number, which strong labels are enough for. */
  readonly largest: FloorFinding<R> | null;
}

const SCOPES = ['S', 'SA', 'SAB'] as const satisfies readonly FloorScope[];

export const NO_FLOORS: Floors<never> = { first: null, second: null, largest: null };

/**
 * The largest floors of one column, by both numbers. Each number reads its own shares and dollars only. Of equal floors
 * the earlier in the table counts.
 */
export function floorsOfColumn<R extends FloorRow>(column: FloorColumn, rows: readonly R[]): Floors<R> {
  const first = largestOf(column, 'first', rows.filter(isStrong));
  const second = largestOf(column, 'second', rows);
  return { first, second, largest: larger(first, second) };
}

/** The larger floors of several columns, number by number. */
export function largestFloors<R extends FloorRow>(...all: readonly Floors<R>[]): Floors<R> {
  const first = all.map((floors) => floors.first).reduce(larger, null);
  const second = all.map((floors) => floors.second).reduce(larger, null);
  return { first, second, largest: larger(first, second) };
}

/** The larger of two floors; of equal ones the former. */
function larger<R extends FloorRow>(a: FloorFinding<R> | null, b: FloorFinding<R> | null): FloorFinding<R> | null {
  return a === null || (b !== null && b.floor > a.floor) ? b : a;
}

function largestOf<R extends FloorRow>(
  column: FloorColumn,
  number: 'first' | 'second',
  rows: readonly R[],
): FloorFinding<R> | null {
  let largest: FloorFinding<R> | null = null;
  for (const scope of SCOPES) {
    const own = rows.filter(({ category }) => TIERS_OF_SCOPE[scope].includes(tierOf(category)));
    const category = mainCategory(own);
    if (category === null) continue;
    const share = shareOf(own);
    const worth = worthOf(own.map((row) => ({ size: row.share, usd: row.usd })));
    for (const step of FLOOR_TABLE[column][scope]) {
      const floor = step[number];
      if (floor <= (largest?.floor ?? 0) || !holds(step, share, worth)) continue;
      largest = { floor, column, scope, number, step, share, usd: usdFor(step, worth), rows: own, category };
    }
  }
  return largest;
}

function holds({ minShare, minUsd, shareWithoutPrice }: FloorStep, share: number, worth: Worth): boolean {
  if (!meets(share, minShare)) return false;
  if (minUsd === null || worthMeets(worth, minUsd)) return true;
  return worth.usd === null && shareWithoutPrice !== null && meets(share, shareWithoutPrice);
}

/** What a floor names: where some has no price, what has one, if that meets its dollars. */
const usdFor = ({ minUsd }: FloorStep, worth: Worth): Usd =>
  worth.usd === null && minUsd !== null && worthMeets(worth, minUsd) ? worth.atLeast : worth.usd;

/** The category that most of some rows is of; of equal ones the first by id. Null of none. */
export function mainCategory(
  rows: readonly { readonly category: Category; readonly share: number }[],
): Category | null {
  const sums = [...Map.groupBy(rows, ({ category }) => category)]
    .map(([category, own]) => ({ category, share: shareOf(own) }))
    .toSorted((a, b) => compareText(a.category, b.category));
  const most = Math.max(0, ...sums.map(({ share }) => share));
  return sums.find(({ share }) => meets(share, most))?.category ?? null;
}
