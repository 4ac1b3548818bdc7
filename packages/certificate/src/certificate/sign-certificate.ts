import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { SignedResult } from '../canonical/canonical-result-3.ts';
import { keyIdOf } from '../keys/key-set.ts';
import { certificateText, signedBytesOf } from './statement.ts';

/** An Ed25519 secret key, or something that signs with one and keeps it. */
export interface CertificateSigner {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Pure Ed25519 over the message (RFC 8032, section 5.1.6): 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/**
 * A signer from the 32 secret bytes of a key (RFC 8032, section 5.1.5).
 *
 * @throws RangeError when there are not 32
 * @example
 * const signer = ed25519Signer(seed);
 */
export function ed25519Signer(secretKey: Uint8Array): CertificateSigner {
  if (secretKey.length !== 32) throw new RangeError(`"secretKey" expected 32 bytes, got ${secretKey.length}`);
  return { publicKey: ed25519.getPublicKey(secretKey), sign: (message) => ed25519.sign(message, secretKey) };
}

/**
 * Signs a result; answers the bytes of `certificate.json`. Ed25519 has no chance in it: the same result, key and time
 * give the same bytes.
 *
 * @param signedAt stated in the certificate; the issuer's claim
 * @throws CanonicalJsonError when the result has no canonical form
 * @example
 * const bytes = signCertificate(result, ed25519Signer(seed), new Date(now));
 */
export function signCertificate(result: SignedResult, signer: CertificateSigner, signedAt: Date): Uint8Array {
  const statement = { result, key_id: keyIdOf(signer.publicKey), signed_at: signedAt.toISOString() };
  return utf8ToBytes(certificateText(statement, base64.encode(signer.sign(signedBytesOf(statement)))));
}
