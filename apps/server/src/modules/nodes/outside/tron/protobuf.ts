/**
 * As much of Protocol Buffers' wire format as Tron's blocks need: varints and length-delimited fields, as
 * https://protobuf.dev/programming-guides/encoding describes them. Tron hashes these bytes, so they must be exact.
 */

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;
const MORE = 0x80;
const SEVEN_BITS = 0x7fn;

/** A field of a message; empty bytes and zero are the default of proto3, which is not written. */
export interface Field {
  readonly number: number;
  readonly value: bigint | Uint8Array;
  /** An entry of a list, or a message within another: written although it is empty. */
  readonly isListed?: true;
}

/** @param fields in ascending order of their numbers, as Tron writes them */
export function encodeMessage(fields: readonly Field[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const { number, value, isListed } of fields) {
    if (typeof value === 'bigint') {
      if (value !== 0n) parts.push(varint(BigInt((number << 3) | VARINT)), varint(value));
    } else if (value.length > 0 || isListed === true) {
      parts.push(varint(BigInt((number << 3) | LENGTH_DELIMITED)), varint(BigInt(value.length)), value);
    }
  }
  return Buffer.concat(parts);
}

/** A negative number of `int64` takes ten bytes, as in two's complement. */
function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & SEVEN_BITS);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | MORE);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}

/** Fields of a message by number; of a field that is written twice the last counts, as in any reader of the format. */
export interface Message {
  bytes(number: number): Buffer | null;
  /** Signed 64 bits; 0 where the field is not written. */
  integer(number: number): bigint;
}

/** @returns null for bytes that are no message */
export function readMessage(bytes: Buffer): Message | null {
  const numbers = new Map<number, bigint>();
  const parts = new Map<number, Buffer>();
  let at = 0;
  while (at < bytes.length) {
    const tag = readVarint(bytes, at);
    if (tag === null) return null;
    at = tag.end;
    const number = Number(tag.value >> 3n);
    const form = Number(tag.value & 7n);
    if (form === VARINT) {
      const read = readVarint(bytes, at);
      if (read === null) return null;
      numbers.set(number, BigInt.asIntN(64, read.value));
      at = read.end;
      continue;
    }
    const length = form === LENGTH_DELIMITED ? readVarint(bytes, at) : fixedLength(form, at);
    if (length === null) return null;
    const end = length.end + Number(length.value);
    if (end > bytes.length) return null;
    if (form === LENGTH_DELIMITED) parts.set(number, bytes.subarray(length.end, end));
    at = end;
  }
  return { bytes: (number) => parts.get(number) ?? null, integer: (number) => numbers.get(number) ?? 0n };
}

function fixedLength(form: number, at: number): { readonly value: bigint; readonly end: number } | null {
  if (form === FIXED_64) return { value: 8n, end: at };
  return form === FIXED_32 ? { value: 4n, end: at } : null;
}

const LONGEST_VARINT = 10;

function readVarint(bytes: Buffer, from: number): { readonly value: bigint; readonly end: number } | null {
  let value = 0n;
  for (let read = 0; read < LONGEST_VARINT; read += 1) {
    const byte = bytes[from + read];
    if (byte === undefined) return null;
    value |= (BigInt(byte) & SEVEN_BITS) << BigInt(7 * read);
    if (byte < MORE) return { value, end: from + read + 1 };
  }
  return null;
}
