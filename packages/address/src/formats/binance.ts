import { readBech32 } from '../codecs/bech32.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const TEXT_LENGTH = 42;

/**
 * BNB Beacon Chain: 42 characters from `bnb` onward, whatever precedes them. The specification requires no more;
 * `checksum` says whether the text is bech32 (BEP-2, BIP-173). Canonical: the text unchanged.
 */
export function judgeBinance(address: string): AddressVerdict {
  const at = address.indexOf('bnb');
  if (at === -1) return refuse('Unknown prefix');
  if (address.length - at !== TEXT_LENGTH) return refuse('Unexpected length');
  const text = readBech32(address);
  return accept(address, text.ok && text.checksum === 'bech32' ? 'valid' : 'mismatch');
}
