import { CATEGORY_IDS } from '@assay/domain';
import { type ColumnSnapshot, governingLabel } from '@assay/exposure';

/** By account: one and the index of the category that absorbs there, 0 for none. What peers get instead of labels. */
export function absorbingCategories(snapshot: ColumnSnapshot): Uint8Array {
  const { count } = snapshot.tables.accounts;
  const codes = new Uint8Array(count);
  for (let account = 0; account < count; account += 1) {
    if (!snapshot.labels.isLabelled(account)) continue;
    const governing = governingLabel(snapshot.labels.labelsOf(account), null);
    if (governing !== null) codes[account] = 1 + CATEGORY_IDS.indexOf(governing.label.category);
  }
  return codes;
}
