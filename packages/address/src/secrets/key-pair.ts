import { ed25519 } from '@noble/curves/ed25519.js';
import { equalBytes } from '../codecs/hash.ts';

/**
 * Whether 64 bytes are a secret key as Solana, NEAR and Algorand store it: 32 bytes of seed, then their public key
 * (RFC 8032). A signature of the same length is not, but by a chance of one in 2^256.
 */
export function isKeyPair(bytes: Uint8Array): boolean {
  if (bytes.length !== 64) return false;
  return equalBytes(ed25519.getPublicKey(bytes.subarray(0, 32)), bytes.subarray(32));
}
