import { matchAssets, validateAddress } from '@assay/address';
import type { Suggestion } from '@assay/contracts';
import { type Asset, currencyOf } from '@assay/domain';
import type { Pool } from '../../../platform/db/index.ts';
import { addressIn, refuseSecretAsAddress } from '../../../platform/kernel/text/pasted-secrets.ts';
import { labelledNetworks } from '../../labels/index.ts';
import { movedAssets } from '../../records/index.ts';

/** A shorter text gets no suggestions. */
const MIN_CHARACTERS = 2;

export interface SuggestService {
  /**
   * Assets the address can belong to: those with records or labels of it first, then those whose chain can be read for
   * a check, then the others, each in the catalogue's order. A text that no format accepts is not looked up.
   *
   * @throws AppError SecretNotAddress
   */
  suggest(address: string, limit: number): Promise<Suggestion[]>;
}

/** @param canAsk Whether a provider answers for the asset, so that a check without stored records has something to walk. */
export function buildSuggestService(
  catalogue: readonly Asset[],
  places: KnownAddressesPort,
  canAsk: (asset: Asset) => boolean,
): SuggestService {
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
      const isKnown = ({ ticker, network }: Asset, currency: string) =>
        known.some((place) => place.network === (network ?? currency) && (place.ticker ?? ticker) === ticker);
      // Sorting is stable: assets of one rank keep the catalogue's order.
      return matches
        .map(({ asset }) => ({ asset, known: isKnown(asset, currencyOf(asset)) }))
        .toSorted((a, b) => rankOf(b.known, canAsk(b.asset)) - rankOf(a.known, canAsk(a.asset)))
        .slice(0, limit)
        .map(({ asset: { ticker, name, parent, subticker }, known }) => ({ ticker, name, parent, subticker, known }));
    },
  };
}

/** The greater comes first. */
function rankOf(isKnown: boolean, isReadable: boolean): number {
  return (isKnown ? 2 : 0) + (isReadable ? 1 : 0);
}

function canonicalOf(address: string, asset: Asset): string {
  const verdict = validateAddress(address, currencyOf(asset));
  return verdict.ok ? verdict.canonical : address;
}

/** An asset for which this installation knows an address; `ticker` null: by a label of the network as a whole. */
export interface KnownAddress {
  readonly network: string;
  readonly ticker: string | null;
}

/** Where records or labels of an address exist; a fixed number of queries for any number of spellings. */
export interface KnownAddressesPort {
  knownAddresses(addresses: readonly string[]): Promise<readonly KnownAddress[]>;
}

/** Addresses with imported records or labels; each kind is one indexed query. */
export function importedAddresses(db: Pool): KnownAddressesPort {
  return {
    async knownAddresses(addresses) {
      const [moved, labelled] = await Promise.all([movedAssets(db, addresses), labelledNetworks(db, addresses)]);
      const byLabel = [...labelled.values()].flat().map((network) => ({ network, ticker: null }));
      return [...moved, ...byLabel];
    },
  };
}
