import { base32nopad } from '@scure/base';
import { crc16Xmodem } from '../codecs/crc.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const LETTERS = /^[A-Z2-7]{56}$/;
/** SEP-23: an account's public key, which makes the text begin with G. */
const ACCOUNT_VERSION = 6 << 3;

/**
 * Stellar accounts: 56 base32 characters; version byte, 32-byte key, CRC-16/XMODEM little-endian (SEP-23). Other
 * strkeys (contracts, muxed accounts, seeds) are refused. Canonical: the text itself, which is upper case.
 */
export function judgeStellar(address: string): AddressVerdict {
  if (address.length !== 56) return refuse('Unexpected length');
  if (!LETTERS.test(address)) return refuse('Non-base character');
  const bytes = base32nopad.decode(address);
  if (bytes[0] !== ACCOUNT_VERSION) return refuse('Unknown version');
  const crc = crc16Xmodem(bytes.subarray(0, 33));
  const matches = bytes[33] === (crc & 0xff) && bytes[34] === crc >> 8;
  return matches ? accept(address, 'valid') : refuse('Invalid checksum');
}
