import { equalBytes, oidOf, smallIntegerOf } from '../der/der-values.ts';
import { OID } from '../der/oids.ts';
import { DerError, type DerNode, expectTag, onlyPart, partsOf, readDer, TAG } from '../der/read-der.ts';
import { writeDer } from '../der/write-der.ts';
import { isIssuedBy, parseX509, type X509 } from '../x509/certificate.ts';
import { type Digest, digestOf, isSignedBy } from '../x509/verify-signature.ts';

/** A CMS signature by one signer (RFC 5652), read strictly: no bit of it is left without meaning. */
export interface SignedData {
  readonly contentType: string;
  /** Null when detached. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly X509[];
  readonly signer: X509;
  readonly digest: Digest;
  /** Digest of the content that the signed attributes state. */
  readonly messageDigest: Uint8Array;
  readonly unsignedAttributes: ReadonlyMap<string, DerNode>;
  readonly signature: Uint8Array;
  /** Whether the signature over the attributes was made by the signer's key. */
  readonly isSignatureGood: boolean;
}

const CONTEXT_0 = 0xa0;
const CONTEXT_1 = 0xa1;
const MOST_CERTIFICATES = 8;

/**
 * Reads a ContentInfo with SignedData, finds the signer by its issuer and serial number and by the certificate hash
 * that the signed attributes bind (signing-certificate, RFC 5035), and checks the signature over the attributes.
 *
 * @throws DerError when the structure is damaged, names another signer, or holds what nobody vouches for
 */
export function parseSignedData(bytes: Uint8Array): SignedData {
  const [type, holder, ...rest] = partsOf(readDer(bytes), TAG.sequence);
  if (oidOf(type) !== OID.signedData || rest.length > 0) throw new DerError('no CMS signature');
  const [version, digests, encapsulated, certificateSet, signerSet, ...more] = partsOf(
    onlyPart(holder, CONTEXT_0),
    TAG.sequence,
  );
  const { contentType, content } = contentOf(encapsulated);
  // Section 5.1: version 1 for plain data, 3 for any other content.
  const expected = contentType === OID.data ? 1 : 3;
  if (smallIntegerOf(version) !== expected || more.length > 0) throw new DerError('a version or part is not expected');
  const certificates = certificatesOf(certificateSet);
  const info = onlyPart(signerSet, TAG.set);
  const [infoVersion, sid, digestAlgorithm, attributeSet, algorithm, signatureNode, unsigned, ...others] = partsOf(
    info,
    TAG.sequence,
  );
  if (smallIntegerOf(infoVersion) !== 1 || others.length > 0) throw new DerError('the signer is not named as expected');
  if (!equalBytes(onlyPart(digests, TAG.set).bytes, expectTag(digestAlgorithm, TAG.sequence).bytes)) {
    throw new DerError('the digests do not agree');
  }
  const digest = digestOf(digestAlgorithm);
  const attributes = attributesOf(expectTag(attributeSet, CONTEXT_0));
  if (oidOf(attributes.get(OID.contentType)) !== contentType) throw new DerError('the content type does not agree');
  const signer = signerOf(sid, attributes, certificates);
  const signature = expectTag(signatureNode, TAG.octets).content;
  const signed = writeDer(TAG.set, expectTag(attributeSet, CONTEXT_0).content);
  return {
    contentType,
    content,
    certificates,
    signer,
    digest,
    messageDigest: expectTag(attributes.get(OID.messageDigest), TAG.octets).content,
    unsignedAttributes: unsigned === undefined ? new Map() : attributesOf(expectTag(unsigned, CONTEXT_1)),
    signature,
    isSignatureGood: isSignedBy(signer.publicKey, algorithm, digest, signed, signature),
  };
}

function contentOf(node: DerNode | undefined): Pick<SignedData, 'contentType' | 'content'> {
  const [type, holder, ...rest] = partsOf(node, TAG.sequence);
  if (rest.length > 0) throw new DerError('the content has too many parts');
  const content = holder === undefined ? null : expectTag(onlyPart(holder, CONTEXT_0), TAG.octets).content;
  return { contentType: oidOf(type), content };
}

/** Every certificate must be issued by another one here, by itself, or be at the top: none is there for nothing. */
function certificatesOf(node: DerNode | undefined): readonly X509[] {
  const certificates = partsOf(node, CONTEXT_0).map(({ bytes }) => parseX509(bytes));
  if (certificates.length === 0 || certificates.length > MOST_CERTIFICATES)
    throw new DerError('no or too many certificates');
  const damaged = certificates.find((one) => {
    const issuers = certificates.filter(({ subject }) => equalBytes(subject, one.issuer));
    return issuers.length > 0 && !issuers.some((issuer) => isIssuedBy(one, issuer));
  });
  if (damaged !== undefined) throw new DerError('a certificate is damaged');
  return certificates;
}

/** Each attribute once, with one value (RFC 5652, section 11). */
function attributesOf(set: DerNode): ReadonlyMap<string, DerNode> {
  const attributes = new Map<string, DerNode>();
  for (const attribute of partsOf(set, set.tag)) {
    const [type, values, ...rest] = partsOf(attribute, TAG.sequence);
    const oid = oidOf(type);
    if (attributes.has(oid) || rest.length > 0) throw new DerError('an attribute is there twice');
    attributes.set(oid, onlyPart(values, TAG.set));
  }
  return attributes;
}

function signerOf(
  sid: DerNode | undefined,
  attributes: ReadonlyMap<string, DerNode>,
  certificates: readonly X509[],
): X509 {
  const [issuer, serial, ...rest] = partsOf(sid, TAG.sequence);
  const signer = certificates.find(
    (one) =>
      issuer !== undefined &&
      serial !== undefined &&
      equalBytes(one.issuer, issuer.bytes) &&
      equalBytes(one.serial, serial.bytes),
  );
  if (signer === undefined || rest.length > 0) throw new DerError('the signer’s certificate is not there');
  const bound = attributes.get(OID.signingCertificateV2);
  if (bound === undefined) throw new DerError('the signed attributes do not bind the signer’s certificate');
  assertBinds(bound, signer);
  return signer;
}

/** SigningCertificateV2 (RFC 5035, section 3): the first id is the signer's. */
function assertBinds(value: DerNode, signer: X509): void {
  const [ids] = partsOf(value, TAG.sequence);
  const parts = partsOf(partsOf(ids, TAG.sequence)[0], TAG.sequence);
  const [first] = parts;
  const isStated = first?.tag === TAG.sequence;
  const hash = expectTag(isStated ? parts[1] : first, TAG.octets).content;
  const digest = isStated ? digestOf(first) : digestOf(SHA_256);
  if (!equalBytes(digest.hash(signer.bytes), hash)) throw new DerError('the bound certificate is another one');
}

const SHA_256 = readDer(Uint8Array.of(0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01));
