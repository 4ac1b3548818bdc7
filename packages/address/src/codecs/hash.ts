import type { ChecksumHash } from '@assay/domain';
import { blake256 } from '@noble/hashes/blake1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { groestl512 } from './groestl512.ts';

export type Hash = (data: Uint8Array) => Uint8Array;

/** Hash functions behind base58 checksums, by the name the currency table uses. */
export const CHECKSUM_HASHES: Readonly<Record<ChecksumHash, Hash>> = {
  sha256x2: (data) => sha256(sha256(data)),
  blake256x2: (data) => blake256(blake256(data)),
  keccak256: keccak_256,
  groestl512x2: (data) => groestl512(groestl512(data)),
  'blake2b256-keccak256': (data) => keccak_256(blake2b(data, { dkLen: 32 })),
  'sha3-256': sha3_256,
};

/** Whether the last four bytes are the first four of the hash over all bytes before them. */
export function endsWithChecksum(bytes: Uint8Array, hash: Hash): boolean {
  const at = bytes.length - 4;
  if (at < 0) return false;
  const digest = hash(bytes.subarray(0, at));
  return (
    digest[0] === bytes[at] && digest[1] === bytes[at + 1] && digest[2] === bytes[at + 2] && digest[3] === bytes[at + 3]
  );
}

/** Whether two byte sequences are the same. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
