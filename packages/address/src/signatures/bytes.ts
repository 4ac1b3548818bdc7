import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { decodeBase58 } from '../codecs/base58.ts';
import { decodeHex } from '../codecs/hex.ts';

/** No signature that is read here is longer. */
const LONGEST = 512;

export function utf8(text: string): Uint8Array {
  return utf8ToBytes(text);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** An unsigned number of `size` bytes, the lowest first. */
export function littleEndian(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0, rest = value; at < size; at += 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** Bitcoin's variable-length number, for values below 65,536. */
export function compactSize(value: number): Uint8Array {
  return value < 0xfd ? Uint8Array.of(value) : concat(Uint8Array.of(0xfd), littleEndian(value, 2));
}

/** The bytes of a signature written in base64; undefined for any other text. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length > LONGEST || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  try {
    return base64.decode(text);
  } catch {
    // Bits are set that belong to no byte.
    return undefined;
  }
}

/** The bytes of a signature written in hex, with or without 0x. */
export function fromHex(text: string): Uint8Array | undefined {
  return text.length > LONGEST ? undefined : decodeHex(text.replace(/^0x/i, ''));
}

/** 64 bytes written in hex, base58 or base64, as wallets differ in that; undefined for any other text. */
export function signature64(text: string): Uint8Array | undefined {
  if (text.length > LONGEST) return undefined;
  const readings = [fromHex(text), decodeBase58(text), fromBase64(text)];
  return readings.find((bytes) => bytes?.length === 64);
}
