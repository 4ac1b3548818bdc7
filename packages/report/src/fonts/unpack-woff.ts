import { inflateSync } from 'node:zlib';

const WOFF = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/**
 * Takes a font out of its WOFF 1.0 wrapping (W3C Recommendation of 2012, sections 3 to 5): the same tables, as a plain
 * TrueType or OpenType file that can be subset glyph by glyph without inflating a table each time.
 *
 * @throws RangeError when the bytes are no WOFF 1.0 file.
 * @example
 * unpackWoff(readFileSync('plex.woff')); // bytes of a .ttf
 */
export function unpackWoff(woff: Uint8Array): Uint8Array {
  const input = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (woff.byteLength < HEADER_BYTES || input.getUint32(0) !== WOFF) throw new RangeError('not a WOFF 1.0 font');
  const count = input.getUint16(12);
  const tables = Array.from({ length: count }, (_, index) =>
    readTable(woff, input, HEADER_BYTES + index * ENTRY_BYTES),
  );
  const headBytes = 12 + 16 * count;
  const size = tables.reduce((sum, table) => sum + padded(table.data.byteLength), headBytes);
  const bytes = new Uint8Array(size);
  const output = new DataView(bytes.buffer);
  const power = 2 ** Math.floor(Math.log2(count));
  output.setUint32(0, input.getUint32(4));
  output.setUint16(4, count);
  output.setUint16(6, power * 16);
  output.setUint16(8, Math.log2(power));
  output.setUint16(10, (count - power) * 16);
  let at = headBytes;
  for (const [index, table] of tables.entries()) {
    const entry = 12 + 16 * index;
    output.setUint32(entry, table.tag);
    output.setUint32(entry + 4, table.checksum);
    output.setUint32(entry + 8, at);
    output.setUint32(entry + 12, table.data.byteLength);
    bytes.set(table.data, at);
    at += padded(table.data.byteLength);
  }
  return bytes;
}

function readTable(woff: Uint8Array, input: DataView, entry: number) {
  const offset = input.getUint32(entry + 4);
  const packedBytes = input.getUint32(entry + 8);
  const plainBytes = input.getUint32(entry + 12);
  const packed = woff.subarray(offset, offset + packedBytes);
  const data = packedBytes < plainBytes ? inflateSync(packed) : packed;
  return { tag: input.getUint32(entry), checksum: input.getUint32(entry + 16), data };
}

function padded(bytes: number): number {
  return (bytes + 3) & ~3;
}
