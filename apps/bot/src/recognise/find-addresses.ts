import { findPasted, matchAssets, type PastedAddress, readPasted } from '@assay/address';
import { ASSETS, type Asset, type NotAddressKind } from '@assay/domain';

export interface FoundAddress extends PastedAddress {
  /** The assets it can belong to, in the catalogue's order; at least one. */
  readonly assets: readonly Asset[];
}

/**
 * The addresses in a message, each once, in its order: bare, in a payment link (`bitcoin:…?amount=…`), or in a link to
 * an explorer. Recognised locally: nothing leaves the machine.
 *
 * @example findAddresses('is bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq safe?')[0]?.assets[0]?.ticker // 'BTC'
 */
export function findAddresses(text: string): readonly FoundAddress[] {
  return findPasted(text, ASSETS).map((found) => ({ ...found, assets: matchAssets(found.address, ASSETS) }));
}

/** What a message without an address holds in place of one; null where nothing is known of it. */
export function explainMessage(text: string): NotAddressKind | null {
  const pasted = readPasted(text, ASSETS);
  return pasted.is === 'not an address' ? pasted.what : null;
}
