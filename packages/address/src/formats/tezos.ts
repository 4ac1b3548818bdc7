import { decodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/** `tz1`: the hash of an Ed25519 key (Tezos `base58.ml`). */
const PREFIX = [6, 161, 159] as const;
const MAX_LENGTH = 64;

/**
 * Tezos implicit accounts: base58 check whose bytes begin with 6, 161, 159. The specification names this one prefix and
 * no length. Base58 has one spelling: the text is canonical.
 */
export function judgeTezos(address: string): AddressVerdict {
  if (address.length > MAX_LENGTH) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length < PREFIX.length + 4) return refuse('Data too short');
  if (PREFIX.some((byte, i) => bytes[i] !== byte)) return refuse('Unknown prefix');
  return endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) ? accept(address, 'valid') : refuse('Invalid checksum');
}
