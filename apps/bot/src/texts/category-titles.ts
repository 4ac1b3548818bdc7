import { CATEGORY_IDS, type Category, RESIDUAL_IDS, type Residual } from '@assay/domain';

/** The keys of shown shares: a category, or the remainder of a direction. */
export type ExposureKey = Category | Residual;

/** The title of every key, from a function for each kind. */
export function categoryTitles(
  ofCategory: (category: Category) => string,
  ofResidual: (residual: Residual) => string,
): Readonly<Record<ExposureKey, string>> {
  return Object.fromEntries([
    ...CATEGORY_IDS.map((id) => [id, ofCategory(id)]),
    ...RESIDUAL_IDS.map((id) => [id, ofResidual(id)]),
  ]) as Record<ExposureKey, string>;
}
