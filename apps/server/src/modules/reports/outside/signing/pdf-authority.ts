import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** A key with its certificate, as node-forge holds them. */
export interface Credential {
  readonly key: forge.pki.rsa.PrivateKey;
  readonly certificate: forge.pki.Certificate;
}

const RSA_BITS = 3072;
const YEARS_OF_ROOT = 20;
const YEARS_OF_SIGNER = 10;
/** Document signing (RFC 9336). */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';

/** A root of the installation's own: self-signed, allowed to sign certificates and nothing else. */
export async function createAuthority(productName: string, now: Date): Promise<Credential> {
  const pair = await newKeyPair();
  const subject = nameOf(`${productName} report authority`, productName);
  const certificate = draft(pair, subject, subject, now, YEARS_OF_ROOT);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(pair.privateKey, forge.md.sha256.create());
  return { key: pair.privateKey, certificate };
}

/**
 * A certificate that signs reports, under an authority: digital signature and non-repudiation, for documents. Some
 * readers of PDF files know no purpose but email protection for signatures, so it carries that too.
 */
export async function createSigningCertificate(
  authority: Credential,
  productName: string,
  now: Date,
): Promise<Credential> {
  const pair = await newKeyPair();
  const subject = nameOf(`${productName} reports`, productName);
  const certificate = draft(pair, subject, authority.certificate.subject.attributes, now, YEARS_OF_SIGNER);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
    { name: 'extKeyUsage', [DOCUMENT_SIGNING]: true, emailProtection: true },
    { name: 'subjectKeyIdentifier' },
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier: authority.certificate.generateSubjectKeyIdentifier().getBytes(),
    },
  ]);
  certificate.sign(authority.key, forge.md.sha256.create());
  return { key: pair.privateKey, certificate };
}

async function newKeyPair() {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  return { privateKey: key, publicKey: forge.pki.setRsaPublicKey(key.n, key.e) };
}

type Name = forge.pki.CertificateField[];

/** The second RDN keeps apart authorities of the same product name. */
function nameOf(commonName: string, organization: string): Name {
  return [
    { name: 'commonName', value: commonName, valueTagClass: forge.asn1.Type.UTF8 as never },
    { name: 'organizationName', value: organization, valueTagClass: forge.asn1.Type.UTF8 as never },
    { name: 'serialNumber', value: randomBytes(8).toString('hex') },
  ];
}

function draft(
  pair: { readonly publicKey: forge.pki.rsa.PublicKey },
  subject: Name,
  issuer: Name,
  now: Date,
  years: number,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = pair.publicKey;
  // Positive and of 127 random bits (RFC 5280, section 4.1.2.2).
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = serial.toString('hex');
  certificate.validity.notBefore = new Date(Math.floor(now.getTime() / 1000) * 1000);
  certificate.validity.notAfter = new Date(certificate.validity.notBefore);
  certificate.validity.notAfter.setUTCFullYear(certificate.validity.notAfter.getUTCFullYear() + years);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  return certificate;
}
