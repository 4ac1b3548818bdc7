const VIEW = new DataView(new ArrayBuffer(8));

/**
 * `BigInt(value)` for a whole number from 0 to 2^53, by its two halves: the conversion of the language takes three times
 * as long.
 */
export function wholeOf(value: number): bigint {
  // Of the lower half, what is above 32 bits falls away.
  VIEW.setUint32(0, value, true);
  VIEW.setUint32(4, value / 2 ** 32, true);
  return VIEW.getBigUint64(0, true);
}
