import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import { equalBytes } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const LETTERS = /^[A-Z2-7]{58}$/;

/**
 * Algorand: base32 of a 32-byte key and the last four bytes of its SHA-512/256 (Algorand developer documentation,
 * "Transform a public key into an address"). Canonical: the text.
 */
export function judgeAlgorand(address: string): AddressVerdict {
  if (address.length !== 58) return refuse('Unexpected length');
  if (!LETTERS.test(address)) return refuse('Non-base character');
  const bytes = decodeAlgorand(address);
  if (bytes === undefined) return refuse('Invalid program');
  const digest = sha512_256(bytes.subarray(0, 32));
  return equalBytes(digest.subarray(28), bytes.subarray(32)) ? accept(address, 'valid') : refuse('Invalid checksum');
}

function decodeAlgorand(text: string): Uint8Array | undefined {
  try {
    return base32nopad.decode(text);
  } catch {
    // 58 characters hold two bits more than 36 bytes; the decoder says only by exception that they are set.
    return undefined;
  }
}
