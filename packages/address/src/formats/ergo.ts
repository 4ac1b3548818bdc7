import { blake2b } from '@noble/hashes/blake2.js';
import { decodeBase58 } from '../codecs/base58.ts';
import { endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, type NetworkChoice, refuse } from '../result.ts';

const blake2b256 = (data: Uint8Array): Uint8Array => blake2b(data, { dkLen: 32 });

/**
 * Ergo: a byte of network (0 production, 16 test) and type (1 public key, 2 script hash, 3 script), content, the first
 * four bytes of their BLAKE2b-256 (Ergo `ErgoAddress.scala`). Base58 has one spelling: the text is canonical.
 */
export function judgeErgo(address: string, network: NetworkChoice): AddressVerdict {
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  const head = bytes[0] ?? 0;
  const isTest = head >= 16;
  if (network !== 'both' && isTest !== (network !== 'prod')) return refuse('Unknown version');
  const type = head & 0x0f;
  if (head > 19 || type < 1 || type > 3) return refuse('Unknown version');
  const size = bytes.length - 5;
  if (size < 1 || (type === 1 && size !== 33) || (type === 2 && size !== 24)) return refuse('Unexpected length');
  if (!endsWithChecksum(bytes, blake2b256)) return refuse('Invalid checksum');
  return accept(address, 'valid', type === 1 ? 'p2pkh' : 'p2sh');
}
