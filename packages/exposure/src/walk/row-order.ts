import { CATEGORIES, CATEGORY_IDS, type Category, type RiskGroup } from '@assay/domain';
import { compareText } from '../records/compare-text.ts';
import type { ExposureRow } from './exposure.ts';

const GROUP_ORDER: Readonly<Record<RiskGroup, number>> = { high: 0, mid: 1, low: 2 };
/** By category, which is found faster in a map than among the many properties of a record. */
const ORDER: ReadonlyMap<Category, number> = new Map(
  CATEGORY_IDS.map((category) => [category, GROUP_ORDER[CATEGORIES[category].group]]),
);

/** The published order of rows: group high, mid, low; then share, largest first; then category, entity, layer. */
export function compareRows(a: ExposureRow, b: ExposureRow): number {
  return groupOrder(a.category) - groupOrder(b.category) || compareInGroup(a, b);
}

/** Up to so many are put in order one by one, which is faster than a sort that calls back. */
const FEW = 24;

/** Puts rows into that order in place; each has its group looked up once. */
export function orderRows(rows: ExposureRow[]): ExposureRow[] {
  if (rows.length > FEW) return rows.sort(compareRows);
  const groups = rows.map(({ category }) => groupOrder(category));
  for (let index = 1; index < rows.length; index += 1) {
    const row = rows[index];
    const group = groups[index];
    if (row === undefined || group === undefined) break;
    let to = index;
    for (; to > 0; to -= 1) {
      const before = rows[to - 1];
      const groupBefore = groups[to - 1];
      if (before === undefined || groupBefore === undefined) break;
      if (groupBefore < group || (groupBefore === group && compareInGroup(before, row) <= 0)) break;
      rows[to] = before;
      groups[to] = groupBefore;
    }
    rows[to] = row;
    groups[to] = group;
  }
  return rows;
}

function groupOrder(category: Category): number {
  return ORDER.get(category) ?? 0;
}

function compareInGroup(a: ExposureRow, b: ExposureRow): number {
  return (
    b.share - a.share ||
    compareText(a.category, b.category) ||
    compareText(a.entity, b.entity) ||
    compareText(a.layer, b.layer)
  );
}
