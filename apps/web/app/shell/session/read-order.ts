import { validateAddress } from '@assay/address';
import { currencyOf, findAsset } from '@assay/domain';
import { readText } from '../secrets/read-text.ts';
import { orderOf } from './order-fields.ts';
import type { PendingCheck } from './pending-check.ts';

/**
 * For loaders and actions only: the check that waits, as the address of a page or the fields of a form bring it. Null
 * where its address is none of its asset, or a secret: that is neither shown nor kept.
 */
export async function readOrder(fields: { readonly get: (name: string) => unknown }): Promise<PendingCheck | null> {
  const order = orderOf(fields);
  if (order === null) return null;
  const { address, ticker, parent } = order;
  const asset = findAsset(ticker, parent);
  const isAddress = asset !== undefined && validateAddress(address, currencyOf(asset)).ok;
  return isAddress && (await readText(address)).is !== 'secret' ? order : null;
}
