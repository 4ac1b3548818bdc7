import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex } from './bytes.ts';

/**
 * The uncompressed or compressed public key of a signature over a hash; undefined where there is none.
 *
 * @param hash 32 bytes
 * @param compact r and s, 32 bytes each
 * @param recovery 0 to 3
 */
export function recoverKey(
  hash: Uint8Array,
  compact: Uint8Array,
  recovery: number,
  isCompressed: boolean,
): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact).addRecoveryBit(recovery);
    return signature.recoverPublicKey(hash).toBytes(isCompressed);
  } catch {
    // The library throws for numbers that are no signature, and says nothing else.
    return undefined;
  }
}

/** The 20 bytes of the account whose key signed a hash, from 65 bytes in hex (r, s, v); undefined for no signature. */
export function recoverAccount(hash: Uint8Array, signature: string): Uint8Array | undefined {
  const bytes = fromHex(signature);
  if (bytes?.length !== 65) return undefined;
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) return undefined;
  const key = recoverKey(hash, bytes.subarray(0, 64), recovery, false);
  return key === undefined ? undefined : keccak_256(key.subarray(1)).subarray(12);
}
