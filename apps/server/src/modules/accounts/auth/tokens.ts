import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '../../../platform/kernel/seal.ts';
import { ACCESS_TOKEN_SECONDS } from './auth.policy.ts';

/** The session an access token belongs to. The user of the session is stored in the database. */
export interface AccessClaims {
  readonly sessionId: string;
}

export type AccessVerdict =
  | { readonly ok: true; readonly claims: AccessClaims }
  | { readonly ok: false; readonly isExpired: boolean };

/** Creates and verifies all tokens. All of them become invalid when the key changes. */
export interface TokenSmith {
  /** Token of a magic link: its id with a signature, so that a forged one is refused without a database query. */
  linkToken(linkId: string): string;
  /** Id of the link; null unless the signature is valid. */
  readLinkToken(token: string): string | null;
  /** The first refresh token of a session. */
  firstRefreshToken(sessionId: string): string;
  /** The only successor of `refreshToken`: two tabs that refresh at once get the same token. */
  nextRefreshToken(sessionId: string, refreshToken: string): string;
  /** Whether this is or was a refresh token of the session. */
  isRefreshTokenOf(sessionId: string, refreshToken: string): boolean;
  accessToken(claims: AccessClaims, now: Date): Promise<string>;
  readAccessToken(token: string, now: Date): Promise<AccessVerdict>;
}

const ID = /^[0-9a-f]{32}$/;
const ISSUER = 'assay';
/**
 * A JWT with a signature of 32 bytes. Base64url decoders pass over white space, padding and the last two bits, so that
 * one token would have any number of texts, each of them remembered as valid.
 */
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
/** Tokens whose signature is known to be valid: a token comes with each request of its session. */
const MOST_VERIFIED = 10_000;

/** `secret`: at least 32 bytes that only this installation knows. Each kind of token has its own key (RFC 5869). */
export function buildTokenSmith(secret: Uint8Array): TokenSmith {
  if (secret.length < 32) throw new RangeError('"secret" expected at least 32 bytes');
  const linkKey = deriveKey(secret, 'magic-link');
  const refreshKey = deriveKey(secret, 'refresh');
  const accessKey = deriveKey(secret, 'access');

  const verified = new Map<string, AccessClaims & { readonly expiresAt: number }>();

  const sign = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const refreshTokenOf = (sessionId: string, seed: string) =>
    `${seed}.${sign(refreshKey, `token ${sessionId} ${seed}`)}`;

  return {
    linkToken: (linkId) => `${linkId}.${sign(linkKey, linkId)}`,
    readLinkToken(token) {
      const [linkId = '', signature = '', ...rest] = token.split('.');
      if (rest.length > 0 || !ID.test(linkId)) return null;
      return isSame(signature, sign(linkKey, linkId)) ? linkId : null;
    },
    firstRefreshToken: (sessionId) => refreshTokenOf(sessionId, randomBytes(32).toString('base64url')),
    nextRefreshToken(sessionId, refreshToken) {
      return refreshTokenOf(sessionId, sign(refreshKey, `next ${sessionId} ${refreshToken}`));
    },
    isRefreshTokenOf(sessionId, refreshToken) {
      const [seed = ''] = refreshToken.split('.');
      return isSame(refreshToken, refreshTokenOf(sessionId, seed));
    },
    async accessToken({ sessionId }, now) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(accessKey);
    },
    async readAccessToken(token, now) {
      const known = verified.get(token);
      if (known !== undefined) return verdictOf(known, now);
      if (!ACCESS_TOKEN.test(token)) return { ok: false, isExpired: false };
      try {
        const options = { algorithms: ['HS256'], issuer: ISSUER, currentDate: now, requiredClaims: ['exp', 'sid'] };
        const { payload } = await jwtVerify(token, accessKey, options);
        const { sid, exp: expiresAt } = payload;
        if (typeof sid !== 'string' || !ID.test(sid) || expiresAt === undefined) return { ok: false, isExpired: false };
        const claims = { sessionId: sid, expiresAt };
        verified.set(token, claims);
        const [oldest] = verified.keys();
        if (verified.size > MOST_VERIFIED && oldest !== undefined) verified.delete(oldest);
        return verdictOf(claims, now);
      } catch (error) {
        if (error instanceof errors.JOSEError) return { ok: false, isExpired: error instanceof errors.JWTExpired };
        throw error;
      }
    },
  };
}

/** Of a token whose signature is valid (RFC 7519, section 4.1.4). */
function verdictOf({ sessionId, expiresAt }: AccessClaims & { readonly expiresAt: number }, now: Date): AccessVerdict {
  return expiresAt > Math.floor(now.getTime() / 1000)
    ? { ok: true, claims: { sessionId } }
    : { ok: false, isExpired: true };
}

/** The stored form of a token. Tokens are long and random, so a hash without a key is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function isSame(left: string, right: string): boolean {
  return isSameHash(hashToken(left), hashToken(right));
}
