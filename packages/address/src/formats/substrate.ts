import type { SubstrateRules } from '@assay/domain';
import { blake2b } from '@noble/hashes/blake2.js';
import { decodeBase58 } from '../codecs/base58.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/** `SS58PRE` in ASCII. */
const PREIMAGE = /* @__PURE__ */ Uint8Array.of(0x53, 0x53, 0x35, 0x38, 0x50, 0x52, 0x45);

/**
 * Substrate accounts in SS58: network number (one byte here, numbers below 64), 32 bytes, the first two of the
 * BLAKE2b-512 over `SS58PRE` and both (SS58 registry of the Polkadot SDK). Addresses written for another network are
 * refused. Base58 has one spelling: the text is canonical.
 */
export function judgeSubstrate(address: string, rules: SubstrateRules): AddressVerdict {
  if (address.length < 46) return refuse('Data too short');
  if (address.length > 50) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== 35) return refuse('Unexpected length');
  if (bytes[0] !== rules.networkId) return refuse('Unknown version');
  const hashed = new Uint8Array(PREIMAGE.length + 33);
  hashed.set(PREIMAGE);
  hashed.set(bytes.subarray(0, 33), PREIMAGE.length);
  const digest = blake2b(hashed);
  return digest[0] === bytes[33] && digest[1] === bytes[34] ? accept(address, 'valid') : refuse('Invalid checksum');
}
