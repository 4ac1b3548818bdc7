import { type AddressRules, type Asset, currencyOf, findCurrency } from '@assay/domain';
import { isMeantForNear } from './pasted/names.ts';
import { isTonTestAddress } from './pasted/ton-test.ts';
import { validateAddress } from './validate-address.ts';

/**
 * Which entries of a catalogue an address can belong to on production networks, in the catalogue's order.
 *
 * Formats that many entries share are judged once: tokens of one network have one currency key, and all plain `0x`
 * currencies have one rule. An entry whose currency has no validator matches, as {@link validateAddress} would accept
 * it. Names such as `name.eth` fit the format of NEAR accounts; they do not match, nor do addresses
 * of TON that are marked as of its test network.
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
      belongs = validateAddress(address, currency).ok && isMeantFor(address, rules);
      verdicts.set(rules, belongs);
    }
    return belongs;
  });
}

/** Of formats that accept more than what people write as an address of the production network. */
function isMeantFor(address: string, rules: AddressRules | undefined): boolean {
  if (rules?.validator === 'near') return isMeantForNear(address);
  return rules?.validator !== 'ton' || !isTonTestAddress(address);
}
