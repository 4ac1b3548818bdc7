import { BECH32_VALUES } from './bech32.ts';

/** Generators of the CashAddr code, as high 8 bits and low 32 bits of its 40-bit numbers. */
const GENERATORS = [
  [0x98, 0xf2bc8e61],
  [0x79, 0xb76d99e2],
  [0xf3, 0x3e5fb3c4],
  [0xae, 0x2eabe2a8],
  [0x1e, 0x4f43e470],
] as const;

/**
 * Checks a lower-case CashAddr payload (checksum included) under a prefix and returns its 5-bit words without the eight
 * checksum words; undefined when a character is unknown, `mismatch` when the checksum is wrong.
 *
 * The 40-bit BCH code of the CashAddr specification (bitcoincash.org, "Address format for Bitcoin Cash"), computed in
 * two halves because JavaScript's bitwise numbers end at 32 bits.
 */
export function readCashAddr(prefix: string, payload: string): Uint8Array | 'mismatch' | undefined {
  let high = 0;
  let low = 1;
  const push = (value: number): void => {
    const top = high >>> 3;
    high = ((high & 0x07) << 5) | (low >>> 27);
    low = (low << 5) ^ value;
    for (let i = 0; i < GENERATORS.length; i++) {
      const generator = GENERATORS[i];
      if (generator !== undefined && (top >> i) & 1) {
        high ^= generator[0];
        low ^= generator[1];
      }
    }
  };
  for (let i = 0; i < prefix.length; i++) push(prefix.charCodeAt(i) & 31);
  push(0);
  const words = new Uint8Array(payload.length);
  for (let i = 0; i < payload.length; i++) {
    const value = BECH32_VALUES[payload.charCodeAt(i)] ?? 255;
    if (value === 255) return undefined;
    words[i] = value;
    push(value);
  }
  return high === 0 && low === 1 ? words.subarray(0, -8) : 'mismatch';
}
