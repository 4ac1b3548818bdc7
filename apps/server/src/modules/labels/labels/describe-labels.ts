import { formatCount } from '@assay/wording';
import type { Db } from '../../../platform/db/index.ts';
import { sumLabelSets } from './label-sets.store.ts';

/** One sentence on the labels this installation holds, beside the ones on its records; null where it holds none. */
export async function describeLabels(db: Db): Promise<string | null> {
  const { sets, labels } = await sumLabelSets(db);
  if (labels === 0) return null;
  const lists = sets === 1 ? 'one published list' : `${sets} published lists`;
  return `This installation holds ${formatCount(labels)} labels from ${lists}.`;
}
