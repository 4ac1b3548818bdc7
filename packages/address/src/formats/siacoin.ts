import { blake2b } from '@noble/hashes/blake2.js';
import { decodeHex } from '../codecs/hex.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const TEXT_LENGTH = 76;
const HASH_BYTES = 32;
const CHECKSUM_BYTES = 6;

/**
 * Sia unlock hashes: 64 hex digits and 12 of checksum, the first six bytes of the BLAKE2b-256 of the hash (Sia
 * `types/unlockhash.go`). Canonical: lower case.
 */
export function judgeSiacoin(address: string): AddressVerdict {
  if (address.length !== TEXT_LENGTH) return refuse('Unexpected length');
  const bytes = decodeHex(address);
  if (bytes === undefined) return refuse('Unknown character');
  const digest = blake2b(bytes.subarray(0, HASH_BYTES), { dkLen: 32 });
  for (let i = 0; i < CHECKSUM_BYTES; i++) {
    if (digest[i] !== bytes[HASH_BYTES + i]) return refuse('Invalid checksum');
  }
  return accept(address.toLowerCase(), 'valid');
}
