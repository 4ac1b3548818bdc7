import { base32nopad } from '@scure/base';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const LETTERS = /^[A-Z2-7]{40}$/;

/**
 * NEM: 40 base32 characters once dashes are removed, 21 bytes and the first four of their Keccak-256 (NEM Technical
 * Reference, 3.2). Canonical: upper case without dashes.
 */
export function judgeNem(address: string): AddressVerdict {
  const text = address.replaceAll('-', '').toUpperCase();
  if (text.length !== 40) return refuse('Unexpected length');
  if (!LETTERS.test(text)) return refuse('Non-base character');
  const bytes = base32nopad.decode(text);
  return endsWithChecksum(bytes, CHECKSUM_HASHES.keccak256) ? accept(text, 'valid') : refuse('Invalid checksum');
}
