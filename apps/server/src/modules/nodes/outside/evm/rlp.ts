/** What is written by Ethereum's recursive length prefix (Yellow Paper, appendix B): bytes, or a list of such. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** @example encodeRlp([]); // Uint8Array of the one byte 0xc0 */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [only] = item;
    return item.length === 1 && only !== undefined && only < 0x80 ? item : joined([prefixOf(item.length, 0x80), item]);
  }
  const parts = item.map(encodeRlp);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return joined([prefixOf(length, 0xc0), ...parts]);
}

function prefixOf(length: number, offset: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length);
  const digits = quantityBytes(BigInt(length));
  return Uint8Array.of(offset + 55 + digits.length, ...digits);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

/** A number as its shortest big-endian bytes; none for zero. */
export function quantityBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** The bytes of a text of `0x` and hexadecimal digits. */
export function hexToBytes(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}
