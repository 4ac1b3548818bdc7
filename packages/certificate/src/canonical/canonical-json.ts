import { utf8ToBytes } from '@noble/hashes/utils.js';

/** What JSON can carry. Objects are plain, arrays have no holes. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A value has no canonical form: it is not I-JSON (RFC 7493), or nested beyond reason. */
export class CanonicalJsonError extends TypeError {
  override readonly name = 'CanonicalJsonError';
}

/** Results nest some ten levels; a value beyond this is an attack on the stack. */
const MAX_DEPTH = 64;

/**
 * Canonical JSON text by RFC 8785 (JCS): keys in order of their UTF-16 code units, numbers and strings as ECMAScript
 * writes them, no white space. Equal values give equal text.
 *
 * @throws CanonicalJsonError for what I-JSON cannot carry: NaN, infinities, lone surrogates, undefined, bigint, dates
 * and other objects that are not plain, holes in arrays, more than 64 levels
 * @example
 * canonicalJson({ b: 1e21, a: [true, 'é'] }); // '{"a":[true,"é"],"b":1e+21}'
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

/**
 * UTF-8 bytes of `canonicalJson`: what is hashed and signed (RFC 8785, section 3.2.4).
 *
 * @throws CanonicalJsonError as `canonicalJson` does
 * @example
 * canonicalBytes({ a: 1 }); // Uint8Array of {"a":1}
 */
export function canonicalBytes(value: unknown): Uint8Array {
  return utf8ToBytes(canonicalJson(value));
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw new CanonicalJsonError(`nested deeper than ${MAX_DEPTH} levels`);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return writeString(value);
  if (typeof value !== 'object') throw new CanonicalJsonError(`${typeof value} has no JSON form`);
  return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
}

/** Section 3.2.2.3: as ECMAScript's Number::toString does; minus zero is 0. */
function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new CanonicalJsonError(`${value} has no JSON form`);
  return String(value);
}

/** Section 3.2.2.2: JSON.stringify escapes exactly as JCS asks, once lone surrogates are out. */
function writeString(value: string): string {
  if (!value.isWellFormed()) throw new CanonicalJsonError('a lone surrogate is no Unicode text');
  return JSON.stringify(value);
}

function writeArray(values: readonly unknown[], depth: number): string {
  const parts: string[] = [];
  // By index, so that a hole is met as undefined and refused.
  for (let index = 0; index < values.length; index += 1) parts.push(write(values[index], depth + 1));
  return `[${parts.join(',')}]`;
}

function writeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new CanonicalJsonError('only plain objects have a JSON form');
  // Array.prototype.sort compares UTF-16 code units, which is the order of section 3.2.3.
  const parts = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${writeString(key)}:${write(member, depth + 1)}`);
  return `{${parts.join(',')}}`;
}
