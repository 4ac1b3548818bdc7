import { decodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;

/**
 * Aeternity accounts: `ak_` and base58 of a 32-byte key with four more bytes. The specification requires the 32 bytes
 * only; `checksum` says whether the four are the double SHA-256 of the key (Aeternity API encoding).
 */
export function judgeAeternity(address: string): AddressVerdict {
  if (!address.startsWith('ak_')) return refuse('Unknown prefix');
  if (address.length > 56) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address.slice(3));
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== KEY_BYTES + CHECKSUM_BYTES) return refuse('Unexpected length');
  return accept(address, endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) ? 'valid' : 'mismatch');
}
