import type { InvalidReason } from '../result.ts';

export const BECH32_LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Value of a character by its code, 255 where it is no bech32 character. Upper case counts as its lower case. */
export const BECH32_VALUES: Uint8Array = /* @__PURE__ */ tabulate();

function tabulate(): Uint8Array {
  const values = new Uint8Array(128).fill(255);
  for (let i = 0; i < BECH32_LETTERS.length; i++) {
    values[BECH32_LETTERS.charCodeAt(i)] = i;
    values[BECH32_LETTERS.toUpperCase().charCodeAt(i)] = i;
  }
  return values;
}

/** BIP-173 ends its checksum in 1, BIP-350 (bech32m) in this constant; `mismatch` fits neither. */
const BECH32M = 0x2bc830a3;

export type Bech32Checksum = 'bech32' | 'bech32m' | 'mismatch';

export interface Bech32Text {
  readonly ok: true;
  /** The whole text in lower case. */
  readonly lowerCase: string;
  readonly prefix: string;
  /** Data part without the six checksum characters, 5 bits each. */
  readonly words: Uint8Array;
  readonly checksum: Bech32Checksum;
}

export type Bech32Reading = Bech32Text | { readonly ok: false; readonly reason: InvalidReason };

function step(checksum: number): number {
  const top = checksum >>> 25;
  return (
    ((checksum & 0x1ffffff) << 5) ^
    (top & 1 ? 0x3b6a57b2 : 0) ^
    (top & 2 ? 0x26508e6d : 0) ^
    (top & 4 ? 0x1ea119fa : 0) ^
    (top & 8 ? 0x3d4233dd : 0) ^
    (top & 16 ? 0x2a1462b3 : 0)
  );
}

/**
 * Reads a bech32 text as BIP-173 prescribes: 8 to `maxLength` characters, no mixed case, a prefix, the last `1` as
 * separator, at least six data characters. Says which checksum fits instead of failing on it, because a format may ask
 * for bech32, bech32m or (Cosmos in the specification) neither. scure-base decodes the same texts but by exception and
 * without a reason; the tests hold the two together.
 */
export function readBech32(text: string, maxLength = 90): Bech32Reading {
  if (text.length < 8) return { ok: false, reason: 'Data too short' };
  if (text.length > maxLength) return { ok: false, reason: 'Exceeds length limit' };
  const lowerCase = text.toLowerCase();
  if (text !== lowerCase && text !== text.toUpperCase()) return { ok: false, reason: 'Mixed-case string' };
  const separator = lowerCase.lastIndexOf('1');
  if (separator < 1) return { ok: false, reason: 'Unknown prefix' };
  const start = separator + 1;
  const dataLength = lowerCase.length - start;
  if (dataLength < 6) return { ok: false, reason: 'Data too short' };

  let checksum = 1;
  for (let i = 0; i < separator; i++) {
    const code = lowerCase.charCodeAt(i);
    if (code < 33 || code > 126) return { ok: false, reason: 'Unknown character' };
    checksum = step(checksum) ^ (code >> 5);
  }
  checksum = step(checksum);
  for (let i = 0; i < separator; i++) checksum = step(checksum) ^ (lowerCase.charCodeAt(i) & 31);
  const words = new Uint8Array(dataLength - 6);
  for (let i = 0; i < dataLength; i++) {
    const value = BECH32_VALUES[lowerCase.charCodeAt(start + i)] ?? 255;
    if (value === 255) return { ok: false, reason: 'Unknown character' };
    checksum = step(checksum) ^ value;
    if (i < words.length) words[i] = value;
  }
  return {
    ok: true,
    lowerCase,
    prefix: lowerCase.slice(0, separator),
    words,
    checksum: checksum === 1 ? 'bech32' : checksum === BECH32M ? 'bech32m' : 'mismatch',
  };
}

/** Bytes of 5-bit words; undefined when more than four bits, or a set bit, are left over (BIP-173). */
export function bytesOfWords(words: Uint8Array): Uint8Array | undefined {
  const bytes = new Uint8Array((words.length * 5) >> 3);
  let carry = 0;
  let bits = 0;
  let at = 0;
  for (const word of words) {
    carry = ((carry << 5) | word) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (carry >> bits) & 0xff;
    }
  }
  if (bits >= 5 || (carry & ((1 << bits) - 1)) !== 0) return undefined;
  return bytes;
}

/** 5-bit words of bytes, the last one filled up with zero bits (BIP-173). */
export function wordsOfBytes(bytes: Uint8Array): Uint8Array {
  const words = new Uint8Array(Math.ceil((bytes.length * 8) / 5));
  let carry = 0;
  let bits = 0;
  let at = 0;
  for (const byte of bytes) {
    carry = ((carry << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      words[at++] = (carry >> bits) & 31;
    }
  }
  if (bits > 0) words[at] = (carry << (5 - bits)) & 31;
  return words;
}

/** Bech32 text (BIP-173) of bytes under a prefix. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = wordsOfBytes(bytes);
  let checksum = 1;
  for (let i = 0; i < prefix.length; i++) checksum = step(checksum) ^ (prefix.charCodeAt(i) >> 5);
  checksum = step(checksum);
  for (let i = 0; i < prefix.length; i++) checksum = step(checksum) ^ (prefix.charCodeAt(i) & 31);
  for (const word of words) checksum = step(checksum) ^ word;
  for (let i = 0; i < 6; i++) checksum = step(checksum);
  checksum ^= 1;
  let text = `${prefix}1`;
  for (const word of words) text += BECH32_LETTERS[word];
  for (let i = 5; i >= 0; i--) text += BECH32_LETTERS[(checksum >>> (5 * i)) & 31];
  return text;
}
