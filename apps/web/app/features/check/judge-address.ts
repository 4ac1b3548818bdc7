import { currencyOf } from '@assay/domain';
import type { CheckableAsset } from './search-state.ts';

/**
 * The local verdict on an address, by the asset's parent, else its subticker, else its ticker. The validators are
 * fetched with the first address, so that the first page does not carry them.
 */
export async function judgeAddress(address: string, asset: CheckableAsset): Promise<'valid' | 'suspect' | 'invalid'> {
  const { validateAddress } = await import('@assay/address');
  const parent = asset.parent;
  const verdict = validateAddress(address, parent ?? currencyOf({ ...asset, parent: null }));
  if (!verdict.ok) return 'invalid';
  return verdict.checksum === 'mismatch' ? 'suspect' : 'valid';
}
