import { BECH32_LETTERS, BECH32_VALUES, wordsOfBytes } from './bech32.ts';

/** Generators of the CashAddr code, as high 8 bits and low 32 bits of its 40-bit numbers. */
const GENERATORS = [
  [0x98, 0xf2bc8e61],
  [0x79, 0xb76d99e2],
  [0xf3, 0x3e5fb3c4],
  [0xae, 0x2eabe2a8],
  [0x1e, 0x4f43e470],
] as const;

const CHECKSUM_WORDS = 8;

/**
 * The 40-bit BCH code of the CashAddr specification (bitcoincash.org, "Address format for Bitcoin Cash"), computed in
 * two halves because JavaScript's bitwise numbers end at 32 bits.
 */
class CashAddrCode {
  high = 0;
  low = 1;

  constructor(prefix: string) {
    for (let i = 0; i < prefix.length; i++) this.push(prefix.charCodeAt(i) & 31);
    this.push(0);
  }

  push(value: number): void {
    const top = this.high >>> 3;
    this.high = ((this.high & 0x07) << 5) | (this.low >>> 27);
    this.low = (this.low << 5) ^ value;
    for (let i = 0; i < GENERATORS.length; i++) {
      const generator = GENERATORS[i];
      if (generator !== undefined && (top >> i) & 1) {
        this.high ^= generator[0];
        this.low ^= generator[1];
      }
    }
  }
}

/**
 * Checks a lower-case CashAddr payload (checksum included) under a prefix and returns its 5-bit words without the eight
 * checksum words; undefined when a character is unknown, `mismatch` when the checksum is wrong.
 */
export function readCashAddr(prefix: string, payload: string): Uint8Array | 'mismatch' | undefined {
  const code = new CashAddrCode(prefix);
  const words = new Uint8Array(payload.length);
  for (let i = 0; i < payload.length; i++) {
    const value = BECH32_VALUES[payload.charCodeAt(i)] ?? 255;
    if (value === 255) return undefined;
    words[i] = value;
    code.push(value);
  }
  return code.high === 0 && code.low === 1 ? words.subarray(0, -CHECKSUM_WORDS) : 'mismatch';
}

/** CashAddr text of a version byte with its hash, prefix and checksum included. */
export function encodeCashAddr(prefix: string, bytes: Uint8Array): string {
  const words = wordsOfBytes(bytes);
  const code = new CashAddrCode(prefix);
  for (const word of words) code.push(word);
  for (let i = 0; i < CHECKSUM_WORDS; i++) code.push(0);
  // A reader that pushes the checksum as well has to end at 1.
  const checksum = (BigInt(code.high) << 32n) | BigInt((code.low ^ 1) >>> 0);
  let text = `${prefix}:`;
  for (const word of words) text += BECH32_LETTERS[word];
  for (let i = CHECKSUM_WORDS - 1; i >= 0; i--) text += BECH32_LETTERS[Number((checksum >> BigInt(5 * i)) & 31n)];
  return text;
}
