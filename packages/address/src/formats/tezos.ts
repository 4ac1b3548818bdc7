import { decodeBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/** `tz1`: the hash of an Ed25519 key (Tezos `base58.ml`). */
const PREFIX = [6, 161, 159] as const;
/** `tz2`, `tz3`, `tz4`: of a secp256k1, P-256 and BLS key; `KT1`: a contract. Each with 20 bytes of hash. */
const FURTHER_PREFIXES = [
  [6, 161, 161],
  [6, 161, 164],
  [6, 161, 166],
  [2, 90, 121],
] as const;
const HASH_BYTES = 20;
const CHECKSUM_BYTES = 4;
const MAX_LENGTH = 64;

/**
 * Tezos accounts and contracts: base58 check of a prefix and a hash. The specification names the prefix of `tz1` and no
 * length; the others are those of the network (decision 0139). Base58 has one spelling: the text is canonical.
 */
export function judgeTezos(address: string): AddressVerdict {
  if (address.length > MAX_LENGTH) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length < PREFIX.length + 4) return refuse('Data too short');
  const beginsWith = (prefix: readonly number[]): boolean => prefix.every((byte, i) => bytes[i] === byte);
  const isFurther = FURTHER_PREFIXES.some(beginsWith);
  if (!isFurther && !beginsWith(PREFIX)) return refuse('Unknown prefix');
  if (isFurther && bytes.length !== PREFIX.length + HASH_BYTES + CHECKSUM_BYTES) return refuse('Unexpected length');
  return endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) ? accept(address, 'valid') : refuse('Invalid checksum');
}
