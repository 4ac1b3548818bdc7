import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;
const ID_BYTES = 16;

/** The token of a join link: the first half identifies the row; the whole token is compared by its hash. */
export interface NewJoinToken {
  /** 43 characters that Telegram allows in a deep link. */
  readonly token: string;
  readonly id: string;
  readonly hash: Buffer;
}

export function newJoinToken(): NewJoinToken {
  const bytes = randomBytes(BYTES);
  const token = bytes.toString('base64url');
  return { token, id: idOf(bytes), hash: hashOf(bytes) };
}

/** Null for text that cannot be a token. Only one spelling of the same bytes is accepted. */
export function readJoinToken(token: string): NewJoinToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== BYTES || bytes.toString('base64url') !== token) return null;
  return { token, id: idOf(bytes), hash: hashOf(bytes) };
}

/** Compares in constant time. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function idOf(bytes: Buffer): string {
  return bytes.subarray(0, ID_BYTES).toString('hex');
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
