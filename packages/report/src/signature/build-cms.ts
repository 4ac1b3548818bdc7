import { createHash } from 'node:crypto';
import {
  childrenOf,
  OID,
  partsOf,
  readDer,
  TAG,
  writeDer,
  writeOid,
  writeSequence,
  writeSetOf,
} from '@assay/certificate';
import type { PdfSignatureAlgorithm, PdfSigner } from './pdf-signer.ts';

const VERSION_1 = Uint8Array.of(TAG.integer, 1, 1);
const NONE = Uint8Array.of(TAG.none, 0);
const CONTEXT_0 = 0xa0;
const CONTEXT_1 = 0xa1;
/** GeneralName of a directory name (RFC 5280, section 4.2.1.6). */
const DIRECTORY_NAME = 0xa4;

export const SHA_256 = writeSequence(writeOid(OID.sha256), NONE);

const SIGNATURE_ALGORITHMS: Readonly<Record<PdfSignatureAlgorithm, Uint8Array>> = {
  'rsa-sha256': writeSequence(writeOid(OID.rsaSha256), NONE),
  'ecdsa-sha256': writeSequence(writeOid(OID.ecdsaSha256)),
};

export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}

/**
 * Signed attributes of a PAdES baseline signature (ETSI EN 319 142-1, section 6.3): content type, message digest and
 * signing-certificate-v2 (RFC 5035), which binds the certificate. No signing-time: in a PDF the dictionary's /M says it.
 */
export function buildSignedAttributes(documentDigest: Uint8Array, certificate: Uint8Array): Uint8Array {
  const { issuer, serial } = issuerAndSerialOf(certificate);
  const generalNames = writeSequence(writeDer(DIRECTORY_NAME, issuer));
  const certificateId = writeSequence(writeDer(TAG.octets, sha256(certificate)), writeSequence(generalNames, serial));
  return writeSetOf([
    attribute(OID.contentType, writeOid(OID.data)),
    attribute(OID.messageDigest, writeDer(TAG.octets, documentDigest)),
    attribute(OID.signingCertificateV2, writeSequence(writeSequence(certificateId))),
  ]);
}

export interface CmsParts {
  readonly signer: Pick<PdfSigner, 'certificates' | 'algorithm'>;
  /** DER SET OF, as it was signed. */
  readonly signedAttributes: Uint8Array;
  readonly signature: Uint8Array;
  /** DER ContentInfo of an RFC 3161 token; null leaves the signature at level B-B. */
  readonly timeStampToken: Uint8Array | null;
}

/** A detached CMS signature (RFC 5652) with the signer's certificates, DER. */
export function buildCms({ signer, signedAttributes, signature, timeStampToken }: CmsParts): Uint8Array {
  const [own] = signer.certificates;
  if (own === undefined) throw new RangeError('A signer needs its own certificate');
  const { issuer, serial } = issuerAndSerialOf(own);
  const unsigned =
    timeStampToken === null ? [] : [writeSetOf([attribute(OID.timeStampToken, timeStampToken)], CONTEXT_1)];
  const signerInfo = writeSequence(
    VERSION_1,
    writeSequence(issuer, serial),
    SHA_256,
    // Stored under an implicit tag, signed as the SET it is (RFC 5652, section 5.4).
    Uint8Array.from([CONTEXT_0, ...signedAttributes.subarray(1)]),
    SIGNATURE_ALGORITHMS[signer.algorithm],
    writeDer(TAG.octets, signature),
    ...unsigned,
  );
  const signedData = writeSequence(
    VERSION_1,
    writeSetOf([SHA_256]),
    writeSequence(writeOid(OID.data)),
    writeSetOf(signer.certificates, CONTEXT_0),
    writeSetOf([signerInfo]),
  );
  return writeSequence(writeOid(OID.signedData), writeDer(CONTEXT_0, signedData));
}

function attribute(oid: string, value: Uint8Array): Uint8Array {
  return writeSequence(writeOid(oid), writeSetOf([value]));
}

/** Issuer and serial number of a certificate as encoded in it (RFC 5280, section 4.1). */
function issuerAndSerialOf(certificate: Uint8Array): { readonly issuer: Uint8Array; readonly serial: Uint8Array } {
  const [body] = partsOf(readDer(certificate), TAG.sequence);
  const parts = partsOf(body, TAG.sequence);
  const serialAt = parts[0]?.tag === CONTEXT_0 ? 1 : 0;
  const serial = parts[serialAt];
  const issuer = parts[serialAt + 2];
  if (serial === undefined || issuer === undefined) throw new RangeError('A certificate is cut off');
  childrenOf(issuer);
  return { issuer: issuer.bytes, serial: serial.bytes };
}
