import { blake2b } from '@noble/hashes/blake2.js';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const LETTERS = '13456789abcdefghijkmnopqrstuwxyz';
const SHAPE = /^(?:xrb|nano)_[13456789abcdefghijkmnopqrstuwxyz]{60}$/;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 5;

/**
 * Nano: `nano_` or the older `xrb_`, 52 characters of key and 8 of checksum in Nano's base32; the checksum is the
 * 5-byte BLAKE2b of the key, reversed (Nano documentation, "Account public key vs address"). The key has 256 bits and
 * its characters 260, so the first character can only be 1 or 3. Canonical: the `nano_` spelling.
 */
export function judgeNano(address: string): AddressVerdict {
  if (!SHAPE.test(address)) return refuse(address.length > 65 ? 'Exceeds length limit' : 'Unknown character');
  const body = address.slice(-60);
  const bytes = new Uint8Array(KEY_BYTES + CHECKSUM_BYTES);
  let carry = LETTERS.indexOf(body.charAt(0));
  if (carry > 1) return refuse('Invalid program');
  let bits = 1;
  let at = 0;
  for (let i = 1; i < body.length; i++) {
    carry = ((carry << 5) | LETTERS.indexOf(body.charAt(i))) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (carry >> bits) & 0xff;
    }
  }
  const digest = blake2b(bytes.subarray(0, KEY_BYTES), { dkLen: CHECKSUM_BYTES });
  for (let i = 0; i < CHECKSUM_BYTES; i++) {
    if (digest[CHECKSUM_BYTES - 1 - i] !== bytes[KEY_BYTES + i]) return refuse('Invalid checksum');
  }
  return accept(`nano_${body}`, 'valid');
}
