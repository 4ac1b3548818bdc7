import { CATEGORY_IDS } from '@assay/domain';
import { absorbingLabel, type ColumnSnapshot, type Direction } from '@assay/exposure';

/**
 * By account: one and the index of the category that absorbs there in a direction of the walk, 0 for none. What peers get
 * instead of labels.
 */
export function absorbingCategories(snapshot: ColumnSnapshot, direction: Direction): Uint8Array {
  const { count } = snapshot.tables.accounts;
  const codes = new Uint8Array(count);
  for (let account = 0; account < count; account += 1) {
    if (!snapshot.labels.isLabelled(account)) continue;
    const absorbing = absorbingLabel(snapshot.labels.labelsOf(account), null, direction);
    if (absorbing !== null) codes[account] = 1 + CATEGORY_IDS.indexOf(absorbing.label.category);
  }
  return codes;
}
