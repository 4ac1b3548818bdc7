import type { Label } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import { firstLabelImport } from '../label-sets.store.ts';
import { labelSetVersion, labelsOf } from './labels.store.ts';

/**
 * What published lists say of one address, the most certain first; null while the first lists of this installation are
 * being imported. Labels derived from transfers are of one asset, and part of its checks.
 *
 * @param network network id, or the currency of a chain that cannot be followed
 * @param address in canonical form
 */
export async function publishedLabels(
  db: Db,
  network: string,
  address: string,
): Promise<{ readonly labels: readonly Label[]; readonly labelSetVersion: string } | null> {
  if ((await firstLabelImport(db)) !== 'none') return null;
  const [[labels = []], version] = await Promise.all([labelsOf(db, network, [address]), labelSetVersion(db)]);
  return { labels, labelSetVersion: version };
}
