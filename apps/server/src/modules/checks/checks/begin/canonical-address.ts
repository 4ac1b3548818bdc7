import { validateAddress } from '@assay/address';
import { type Asset, currencyOf } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';

/**
 * The canonical form of an address of an asset.
 *
 * @throws AppError InvalidAddress
 */
export function canonicalAddress(address: string, asset: Asset): string {
  const verdict = validateAddress(address, currencyOf(asset));
  if (!verdict.ok) throw new AppError('InvalidAddress', { internal: verdict.reason });
  return verdict.canonical;
}
