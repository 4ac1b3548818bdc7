import { decodeRippleBase58 } from '../codecs/base58.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/**
 * XRP Ledger classic addresses: `r` and 27 to 35 characters of the ledger's base58 alphabet, a 4-byte double SHA-256
 * checksum (XRPL "base58 encodings"). X-addresses are not accepted. Base58 has one spelling: the text is canonical.
 */
export function judgeRipple(address: string): AddressVerdict {
  if (!address.startsWith('r')) return refuse('Unknown prefix');
  if (address.length < 28) return refuse('Data too short');
  if (address.length > 36) return refuse('Exceeds length limit');
  const bytes = decodeRippleBase58(address);
  if (bytes === undefined) return refuse('Non-base character');
  return endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2) ? accept(address, 'valid') : refuse('Invalid checksum');
}
