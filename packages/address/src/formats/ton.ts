import { base64url } from '@scure/base';
import { crc16Xmodem } from '../codecs/crc.ts';
import { encodeHex } from '../codecs/hex.ts';
import { type AddressVerdict, accept, refuse } from '../result.ts';

const RAW = /^(?:0|-1):[0-9a-fA-F]{64}$/;
const BOUNCEABLE = 0x11;
const NON_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;

/**
 * TON and Everscale: raw `workchain:hex` with workchain 0 or -1, or the 48-character user-friendly form in base64 of
 * either alphabet: flag, workchain, 32 bytes, CRC-16/XMODEM (TEP-2). Canonical: the raw form, which all spellings of an
 * account share.
 */
export function judgeTon(address: string): AddressVerdict {
  if (address.includes(':')) {
    return RAW.test(address) ? accept(address.toLowerCase(), 'absent') : refuse('Unexpected length');
  }
  if (address.length !== 48) return refuse('Unexpected length');
  const text = address.replaceAll('+', '-').replaceAll('/', '_');
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return refuse('Non-base character');
  const bytes = base64url.decode(text);
  const flag = (bytes[0] ?? 0) & ~TEST_ONLY;
  if (flag !== BOUNCEABLE && flag !== NON_BOUNCEABLE) return refuse('Unknown version');
  const workchain = bytes[1] === 0 ? 0 : bytes[1] === 0xff ? -1 : undefined;
  if (workchain === undefined) return refuse('Unknown version');
  const crc = crc16Xmodem(bytes.subarray(0, 34));
  if (bytes[34] !== crc >> 8 || bytes[35] !== (crc & 0xff)) return refuse('Invalid checksum');
  return accept(`${workchain}:${encodeHex(bytes.subarray(2, 34))}`, 'valid');
}
