import { matchAssets, validateAddress } from '@assay/address';
import type { Suggestion } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import { addressIn, refuseSecretAsAddress } from '../../kernel/pasted-secrets.ts';
import type { KnownAddressesPort } from './suggest.ports.ts';

/** A shorter text gets no suggestions. */
const MIN_CHARACTERS = 2;

export interface SuggestService {
  /**
   * Assets the address can belong to: those with records or labels of it first, then the catalogue's order. A text that
   * no format accepts is not looked up.
   *
   * @throws AppError SecretNotAddress
   */
  suggest(address: string, limit: number): Promise<Suggestion[]>;
}

export function buildSuggestService(catalogue: readonly Asset[], places: KnownAddressesPort): SuggestService {
  return {
    async suggest(text, limit) {
      if (text.trim().length < MIN_CHARACTERS) return [];
      refuseSecretAsAddress(text.trim());
      const address = addressIn(text);
      const matches = matchAssets(address, catalogue).map((asset) => ({
        asset,
        canonical: canonicalOf(address, asset),
      }));
      if (matches.length === 0) return [];
      const known = await places.knownAddresses([...new Set(matches.map(({ canonical }) => canonical))]);
      const suggestions = matches.map(({ asset: { ticker, name, parent, subticker, network } }) => ({
        ticker,
        name,
        parent,
        subticker,
        known: known.some(
          (place) =>
            place.network === (network ?? currencyOf({ ticker, parent, subticker })) &&
            (place.ticker === null || place.ticker === ticker),
        ),
      }));
      // Sorting is stable: each half keeps the catalogue's order.
      return suggestions.sort((a, b) => Number(b.known) - Number(a.known)).slice(0, limit);
    },
  };
}

function canonicalOf(address: string, asset: Asset): string {
  const verdict = validateAddress(address, currencyOf(asset));
  return verdict.ok ? verdict.canonical : address;
}
