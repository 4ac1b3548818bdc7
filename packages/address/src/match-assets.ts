import { type Asset, currencyOf } from '@assay/domain';
import { validateAddress } from './validate-address.ts';

/**
 * Which entries of a catalogue an address can belong to, in the catalogue's order.
 *
 * Each currency key is judged once, whatever the number of tokens that share it.
 *
 * @example
 * matchAssets('TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G', ASSETS); // TRX and every token on TRX
 */
export function matchAssets<A extends Pick<Asset, 'ticker' | 'parent' | 'subticker'>>(
  address: string,
  catalogue: readonly A[],
): A[] {
  const verdicts = new Map<string, boolean>();
  return catalogue.filter((asset) => {
    const currency = currencyOf(asset);
    let belongs = verdicts.get(currency);
    if (belongs === undefined) {
      belongs = validateAddress(address, currency).ok;
      verdicts.set(currency, belongs);
    }
    return belongs;
  });
}
