import type { Pool } from '../../../platform/db/index.ts';
import { labelledNetworks } from '../../labels/index.ts';
import { movedAssets } from '../../records/index.ts';
import type { KnownAddressesPort } from './suggest.ports.ts';

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
