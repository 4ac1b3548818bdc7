import { readBech32 } from '../codecs/bech32.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const SHAPE = /^cosmos1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]+$/;

/**
 * Cosmos Hub: `cosmos1` and bech32 characters. The specification requires no more; `checksum` says whether the text is
 * a bech32 account (BIP-173). Canonical: the text, which is lower case.
 */
export function judgeCosmos(address: string): AddressVerdict {
  if (!address.startsWith('cosmos1')) return refuse('Unknown prefix');
  if (!SHAPE.test(address)) return refuse('Unknown character');
  const text = readBech32(address);
  return accept(address, text.ok && text.checksum === 'bech32' ? 'valid' : 'mismatch');
}
