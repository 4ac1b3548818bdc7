import { decodeBase58 } from '../codecs/base58.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

/** Prefix of a chain, the letter after it that ends the prefix, then base58. */
const SHAPE = /^(?:NULS|tNULS|[A-Z0-9]{1,8}?)[a-e](?=[1-9A-HJ-NP-Za-km-z]+$)/;

/**
 * NULS 2.0: a chain's prefix, a lower-case letter, base58 of chain id, type and 20 bytes, closed by the exclusive or of
 * those 23 bytes (NULS documentation, "Account address format"). Addresses of NULS 1.0 have no prefix. Canonical: the
 * text.
 */
export function judgeNuls(address: string): AddressVerdict {
  if (address.length < 32) return refuse('Data too short');
  if (address.length > 50) return refuse('Exceeds length limit');
  const bytes = decodeBase58(address.replace(SHAPE, ''));
  if (bytes === undefined) return refuse('Non-base character');
  if (bytes.length !== 24) return refuse('Unexpected length');
  const checksum = bytes.subarray(0, 23).reduce((xor, byte) => xor ^ byte, 0);
  return checksum === bytes[23] ? accept(address, 'valid') : refuse('Invalid checksum');
}
