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

/** Letters and digits of an address, in its length, with the signs that formats have between them. */
const SHAPED = /(?<![\p{L}\d])(?=[A-Za-z:_-]*\d)(?=[\d:_-]*[A-Za-z])[A-Za-z\d:_-]{20,128}(?![\p{L}\d])/u;

/**
 * Whether a message without an address holds what was meant as one: a word as long as an address, of letters and digits.
 *
 * @example holdsMistyped('TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32H') // true
 */
export function holdsMistyped(text: string): boolean {
  return SHAPED.test(text);
}
