import { equalBytes, oidOf, smallIntegerOf, timeOf } from '../der/der-values.ts';
import { OID } from '../der/oids.ts';
import { DerError, expectTag, partsOf, readDer, TAG } from '../der/read-der.ts';
import { writeInteger } from '../der/write-der.ts';
import { hasUsage, type X509 } from '../x509/certificate.ts';
import { digestOf } from '../x509/verify-signature.ts';
import { parseSignedData } from './parse-signed-data.ts';

/** What a good token says. */
export interface TimeStamp {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly authority: X509;
  readonly certificates: readonly X509[];
}

const DIGITAL_SIGNATURE = 0;

/**
 * Verifies an RFC 3161 token by itself: it is about `message`, answers `nonce`, and its signature fits the certificate it
 * carries, which may stamp time and nothing else (section 2.3). Whether that certificate is to be trusted is for the
 * caller to say.
 *
 * @throws DerError naming what does not hold
 * @example
 * const { time } = verifyTimeStampToken(token, { message: signature, nonce: null });
 */
export function verifyTimeStampToken(
  token: Uint8Array,
  expected: { readonly message: Uint8Array; readonly nonce: Uint8Array | null },
): TimeStamp {
  const signed = parseSignedData(token);
  if (signed.contentType !== OID.timeStampInfo || signed.content === null) throw new DerError('no time stamp');
  if (!signed.isSignatureGood) throw new DerError('the time stamp’s signature does not fit');
  if (!equalBytes(signed.digest.hash(signed.content), signed.messageDigest)) {
    throw new DerError('the time stamp was changed');
  }
  const { signer } = signed;
  const isStamper =
    signer.purposes?.length === 1 && signer.purposes[0] === OID.timeStamping && signer.isPurposeCritical;
  if (!isStamper || !hasUsage(signer, DIGITAL_SIGNATURE))
    throw new DerError('the certificate is not one for time stamps');
  const [version, , imprint, , time, ...rest] = partsOf(readDer(signed.content), TAG.sequence);
  if (smallIntegerOf(version) !== 1) throw new DerError('the time stamp is of another version');
  const [algorithm, hash] = partsOf(imprint, TAG.sequence);
  if (!equalBytes(expectTag(hash, TAG.octets).content, digestOf(algorithm).hash(expected.message))) {
    throw new DerError('the time stamp is about something else');
  }
  if (expected.nonce !== null) {
    const nonce = rest.find(({ tag }) => tag === TAG.integer);
    if (nonce === undefined || !equalBytes(nonce.bytes, writeInteger(expected.nonce))) {
      throw new DerError('the time stamp answers another question');
    }
  }
  oidOf(partsOf(readDer(signed.content), TAG.sequence)[1]);
  return { time: timeOf(time), authority: signer, certificates: signed.certificates };
}
