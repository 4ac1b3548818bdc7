import { CATEGORIES, type Category } from '@assay/domain';

/** *Bad* of docs/method/3, section 2.1: tier S, A or B. */
export function isBad(category: Category): boolean {
  const { tier } = CATEGORIES[category];
  return tier === 'S' || tier === 'A' || tier === 'B';
}
