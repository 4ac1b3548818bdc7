import { DerError, TAG } from './read-der.ts';

/**
 * Writes one DER element (X.690): tag, shortest length, the parts one after the other.
 *
 * @example
 * writeDer(TAG.sequence, writeOid('1.2.840.113549.1.7.1')); // 30 0b 06 09 …
 */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...lengthBytes(length)];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let offset = header.length;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

export function writeSequence(...parts: readonly Uint8Array[]): Uint8Array {
  return writeDer(TAG.sequence, ...parts);
}

/** Elements of a SET OF in the order DER asks for (section 11.6), under another tag where it is implicit. */
export function writeSetOf(parts: readonly Uint8Array[], tag: number = TAG.set): Uint8Array {
  return writeDer(tag, ...[...parts].sort(compareBytes));
}

/** @throws DerError for text that is no identifier */
export function writeOid(dotted: string): Uint8Array {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  if (
    first === undefined ||
    second === undefined ||
    [first, second, ...rest].some((arc) => !Number.isSafeInteger(arc))
  ) {
    throw new DerError(`${dotted} is no object identifier`);
  }
  return writeDer(TAG.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** An INTEGER from unsigned bytes, largest first. */
export function writeInteger(unsigned: Uint8Array): Uint8Array {
  const start = unsigned.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Uint8Array.of(0) : unsigned.subarray(start);
  const needsZero = (digits[0] ?? 0) >= 0x80;
  return needsZero ? writeDer(TAG.integer, Uint8Array.of(0), digits) : writeDer(TAG.integer, digits);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 | digits.length, ...digits];
}

function base128(arc: number): number[] {
  const digits = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 | (rest % 128));
  return digits;
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
