import { base32nopad, base58xrp } from '@scure/base';
import { decodeRippleBase58 } from '../codecs/base58.ts';
import { crc16Xmodem } from '../codecs/crc.ts';
import { CHECKSUM_HASHES, endsWithChecksum } from '../codecs/hash.ts';

/** An account written together with the number of a customer behind it. */
export interface TaggedAccount {
  readonly address: string;
  readonly tag: string | null;
}

const X_ADDRESS_BYTES = 35;
const X_PREFIX = [0x05, 0x44] as const;
const T_PREFIX = [0x04, 0x93] as const;
const MUXED_VERSION = 12 << 3;
const ACCOUNT_VERSION = 6 << 3;

/**
 * An X-address of the XRP Ledger (XLS-5): prefix (2 bytes), account (20), flags (1), tag (8, little-endian), checksum
 * (4). Flags 0 say that there is no tag, 1 that it has 32 bits; the rest of its bytes is zero. Null for other texts, for
 * a wrong checksum and for flags that the format reserves; `test` for one of a test network.
 *
 * @example readXAddress('XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb') // { address: 'rGWrZyQ…', tag: null }
 */
export function readXAddress(text: string): TaggedAccount | 'test' | null {
  if (!/^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(text)) return null;
  const bytes = decodeRippleBase58(text);
  if (bytes?.length !== X_ADDRESS_BYTES || !endsWithChecksum(bytes, CHECKSUM_HASHES.sha256x2)) return null;
  if (bytes[0] === T_PREFIX[0] && bytes[1] === T_PREFIX[1]) return 'test';
  if (bytes[0] !== X_PREFIX[0] || bytes[1] !== X_PREFIX[1]) return null;
  const account = Uint8Array.from([0, ...bytes.subarray(2, 22)]);
  const checksum = CHECKSUM_HASHES.sha256x2(account).subarray(0, 4);
  const flags = bytes[22] ?? 0;
  const unused = bytes.subarray(flags === 0 ? 23 : 27, 31);
  if (flags > 1 || unused.some((byte) => byte !== 0)) return null;
  const tag = new DataView(bytes.buffer, bytes.byteOffset).getUint32(23, true);
  return {
    address: base58xrp.encode(Uint8Array.from([...account, ...checksum])),
    tag: flags === 0 ? null : String(tag),
  };
}

/**
 * A muxed account of Stellar (SEP-23): version, 32-byte key, 8-byte number, CRC-16. Null for other texts and for a wrong
 * checksum.
 */
export function readMuxedAccount(text: string): TaggedAccount | null {
  // 43 bytes are 69 characters, the last of which has one bit that encodes nothing.
  if (!/^M[A-Z2-7]{68}$/.test(text)) return null;
  const bytes = decodeBase32(text);
  if (bytes?.length !== 43 || bytes[0] !== MUXED_VERSION) return null;
  const crc = crc16Xmodem(bytes.subarray(0, 41));
  if (bytes[41] !== (crc & 0xff) || bytes[42] !== crc >> 8) return null;
  const account = Uint8Array.from([ACCOUNT_VERSION, ...bytes.subarray(1, 33)]);
  const own = crc16Xmodem(account);
  return {
    address: base32nopad.encode(Uint8Array.from([...account, own & 0xff, own >> 8])),
    tag: new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(33).toString(),
  };
}

function decodeBase32(text: string): Uint8Array | undefined {
  try {
    return base32nopad.decode(text);
  } catch {
    // The decoder has no other way to say that the last character holds bits that encode nothing.
    return undefined;
  }
}
