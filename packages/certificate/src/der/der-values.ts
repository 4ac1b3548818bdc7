import { DerError, type DerNode, expectTag, TAG } from './read-der.ts';

/** Dotted text of an OBJECT IDENTIFIER. */
export function oidOf(node: DerNode | undefined): string {
  const { content } = expectTag(node, TAG.oid);
  if (content.length === 0 || content.length > 64) throw new DerError('an identifier is empty or too long');
  const arcs: number[] = [];
  let arc = 0;
  for (const [index, byte] of content.entries()) {
    if (arc === 0 && byte === 0x80) throw new DerError('an identifier is not in its shortest form');
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new DerError('an identifier is too large');
    if ((byte & 0x80) === 0) {
      arcs.push(arc);
      arc = 0;
    } else if (index === content.length - 1) {
      throw new DerError('an identifier is cut off');
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join('.');
}

/** A small INTEGER. */
export function smallIntegerOf(node: DerNode | undefined): number {
  const { content } = expectTag(node, TAG.integer);
  const [value, ...rest] = content;
  if (value === undefined || rest.length > 0 || value >= 0x80) throw new DerError('expected a small number');
  return value;
}

/** A positive INTEGER of at most `maxBytes` bytes. */
export function positiveIntegerOf(node: DerNode | undefined, maxBytes: number): bigint {
  const { content } = expectTag(node, TAG.integer);
  const [first, second] = content;
  if (first === undefined || first >= 0x80) throw new DerError('expected a positive number');
  if (first === 0 && second !== undefined && second < 0x80) throw new DerError('a number is not in its shortest form');
  if (content.length > maxBytes + 1) throw new DerError('a number is too large');
  return content.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
}

export function booleanOf(node: DerNode | undefined): boolean {
  const { content } = expectTag(node, TAG.boolean);
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw new DerError('expected true or false');
  return content[0] === 0xff;
}

/** Bytes of a BIT STRING that has whole bytes only. */
export function wholeBitsOf(node: DerNode | undefined): Uint8Array {
  const { content } = expectTag(node, TAG.bits);
  if (content[0] !== 0) throw new DerError('expected whole bytes');
  return content.subarray(1);
}

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d{0,5}[1-9])?Z$/;

/** Milliseconds since 1970 of a UTCTime or GeneralizedTime in UTC (RFC 5280, section 4.1.2.5); whole seconds. */
export function timeOf(node: DerNode | undefined): number {
  if (node === undefined) throw new DerError('a time is missing');
  const text = String.fromCharCode(...node.content.subarray(0, 32));
  const isUtc = node.tag === TAG.utcTime;
  if (!isUtc) expectTag(node, TAG.generalizedTime);
  const found = (isUtc ? UTC_TIME : GENERALIZED_TIME).exec(text);
  if (found === null || text.length !== node.content.length) throw new DerError('expected a time in UTC');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const full = isUtc ? (year >= 50 ? 1900 : 2000) + year : year;
  const time = Date.UTC(full, month - 1, day, hour, minute, second);
  const back = new Date(time);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || back.getUTCMinutes() !== minute) {
    throw new DerError('there is no such time');
  }
  return time;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
