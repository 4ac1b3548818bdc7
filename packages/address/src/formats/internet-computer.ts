import { crc32 } from '../codecs/crc.ts';
import { decodeHex } from '../codecs/hex.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/**
 * Internet Computer ledger accounts: CRC-32 and 28 bytes of hash in 64 hex digits (ICP ledger, "Account identifiers").
 * Canonical: lower case.
 */
export function judgeInternetComputer(address: string): AddressVerdict {
  if (address.length !== 64) return refuse('Unexpected length');
  const bytes = decodeHex(address);
  if (bytes === undefined) return refuse('Unknown character');
  const written = bytes.subarray(0, 4).reduce((number, byte) => number * 256 + byte, 0);
  return crc32(bytes.subarray(4)) === written ? accept(address.toLowerCase(), 'valid') : refuse('Invalid checksum');
}
