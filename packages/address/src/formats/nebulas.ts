import { decodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const PADDING = 0x19;
const ACCOUNT = 0x57;
const CONTRACT = 0x58;

/**
 * Nebulas: 0x19, a type byte, 20 bytes and the first four of their SHA3-256 in base58 (Nebulas "Address"). Base58 has
 * one spelling: the text is canonical.
 */
export function judgeNebulas(address: string): AddressVerdict {
  if (address.length > 36) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== 26) return refuse('Unexpected length');
  if (bytes[0] !== PADDING || (bytes[1] !== ACCOUNT && bytes[1] !== CONTRACT)) return refuse('Unknown version');
  return endsWithChecksum(bytes, CHECKSUM_HASHES['sha3-256']) ? accept(address, 'valid') : refuse('Invalid checksum');
}
