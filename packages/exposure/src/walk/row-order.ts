import { CATEGORIES, type RiskGroup } from '@assay/domain';
import { compareText } from '../records/compare-text.ts';
import type { ExposureRow } from './exposure.ts';

const GROUP_ORDER: Readonly<Record<RiskGroup, number>> = { high: 0, mid: 1, low: 2 };

/** The published order of rows: group high, mid, low; then share, largest first; then category, entity, layer. */
export function compareRows(a: ExposureRow, b: ExposureRow): number {
  return (
    GROUP_ORDER[CATEGORIES[a.category].group] - GROUP_ORDER[CATEGORIES[b.category].group] ||
    b.share - a.share ||
    compareText(a.category, b.category) ||
    compareText(a.entity, b.entity) ||
    compareText(a.layer, b.layer)
  );
}
