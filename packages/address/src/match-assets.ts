import { type AddressRules, type Asset, currencyOf, findCurrency } from '@assay/domain';
import { validateAddress } from './validate-address.ts';

/**
 * Which entries of a catalogue an address can belong to on production networks, in the catalogue's order.
 *
 * Formats that many entries share are judged once: tokens of one network have one currency key, and all plain `0x`
 * currencies have one rule. An entry whose currency has no validator matches, as {@link validateAddress} would accept
 * it.
 *
 * @example
 * matchAssets('TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G', ASSETS).map((asset) => asset.ticker); // ['USDT', 'TRX', …]
 */
export function matchAssets<A extends Pick<Asset, 'ticker' | 'parent' | 'subticker'>>(
  address: string,
  catalogue: readonly A[],
): A[] {
  const verdicts = new Map<AddressRules | undefined, boolean>();
  return catalogue.filter((asset) => {
    const currency = currencyOf(asset);
    const rules = findCurrency(currency)?.rules;
    let belongs = verdicts.get(rules);
    if (belongs === undefined) {
      belongs = validateAddress(address, currency).ok;
      verdicts.set(rules, belongs);
    }
    return belongs;
  });
}
