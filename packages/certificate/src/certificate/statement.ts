import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalBytes, canonicalJson } from '../canonical/canonical-json.ts';
import type { SignedResult } from '../canonical/canonical-result-3.ts';

/** What the signature covers: the result, and by which key and when it was signed. */
export interface CertificateStatement {
  readonly result: SignedResult;
  readonly key_id: string;
  /** ISO 8601 in UTC; the issuer's claim. */
  readonly signed_at: string;
}

/** A statement of which only the frame is known: its result may be of any schema. */
export type FramedStatement = Omit<CertificateStatement, 'result'> & {
  readonly result: { readonly schema: string };
};

/** Precedes the statement in what is signed, so that no signature of another purpose can be passed off as this. */
export const CERTIFICATE_DOMAIN = 'assay-certificate/1';

/**
 * The bytes that are signed: the domain, a line feed, the statement as canonical JSON (RFC 8785).
 *
 * @throws CanonicalJsonError
 * @example
 * signedBytesOf({ result, key_id, signed_at }); // 'assay-certificate/1\n{"key_id":…'
 */
export function signedBytesOf(statement: FramedStatement): Uint8Array {
  const domain = utf8ToBytes(`${CERTIFICATE_DOMAIN}\n`);
  const body = canonicalBytes(statement);
  const bytes = new Uint8Array(domain.length + body.length);
  bytes.set(domain);
  bytes.set(body, domain.length);
  return bytes;
}

/**
 * The text of `certificate.json`. Its second line is the signed statement, so that a shell can cut it out and OpenSSL
 * can check it; canonical JSON has no line feed of its own.
 */
export function certificateText(statement: FramedStatement, signatureBase64: string): string {
  return `{"statement":\n${canonicalJson(statement)}\n,"signature":"${signatureBase64}"}\n`;
}
