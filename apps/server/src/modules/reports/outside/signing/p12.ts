import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { P12Error } from './p12-error.ts';
import type { Credential } from './pdf-authority.ts';

/** What a P12 file holds for signing: the key, its certificate, and those above it. */
export interface P12Content {
  readonly key: KeyObject;
  /** DER; the key's own first, then each one's issuer. */
  readonly certificates: readonly Uint8Array[];
}

/**
 * Opens a P12 (PKCS #12, RFC 7292) with one RSA or P-256 key, as OpenSSL and Windows write them, old ciphers included.
 *
 * @throws P12Error for a wrong password, a damaged file, or another kind of key
 */
export function readP12(bytes: Uint8Array, password: string): P12Content {
  const bags = openBags(bytes, password);
  const [key, ...more] = bags.keys;
  if (key === undefined || more.length > 0) throw new P12Error('The P12 file must hold exactly one key.');
  const leaf = bags.certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (leaf === undefined) throw new P12Error('The P12 file holds no certificate of its key.');
  return { key, certificates: chainFrom(leaf, bags.certificates).map(({ raw }) => new Uint8Array(raw)) };
}

function openBags(bytes: Uint8Array, password: string): { keys: KeyObject[]; certificates: X509Certificate[] } {
  let file: forge.pkcs12.Pkcs12Pfx;
  try {
    const der = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(bytes).toString('binary')));
    file = forge.pkcs12.pkcs12FromAsn1(der, password);
  } catch (error) {
    throw new P12Error('The P12 file cannot be opened: it is damaged, or the password is wrong.', { cause: error });
  }
  const bags = file.safeContents.flatMap(({ safeBags }) => safeBags);
  const keyTypes = [forge.pki.oids['keyBag'], forge.pki.oids['pkcs8ShroudedKeyBag']];
  const certificateType = forge.pki.oids['certBag'];
  try {
    return {
      keys: bags.filter(({ type }) => keyTypes.includes(type)).map(keyOf),
      certificates: bags.filter(({ type }) => type === certificateType).map(certificateOf),
    };
  } catch (error) {
    throw new P12Error('The P12 file holds a key or certificate of a kind that cannot sign reports.', { cause: error });
  }
}

/** node-forge knows RSA; of anything else it hands on the plain PKCS #8, which Node reads. */
function keyOf({ key, asn1 }: forge.pkcs12.Bag): KeyObject {
  if (key != null) return createPrivateKey(forge.pki.privateKeyToPem(key));
  return createPrivateKey({ key: derOf(asn1), format: 'der', type: 'pkcs8' });
}

function certificateOf({ cert, asn1 }: forge.pkcs12.Bag): X509Certificate {
  return new X509Certificate(derOf(cert != null ? forge.pki.certificateToAsn1(cert) : asn1));
}

function derOf(asn1: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}

function chainFrom(leaf: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf];
  for (let last = leaf; ; ) {
    const issuer = all.find((one) => !chain.includes(one) && last.checkIssued(one));
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

/**
 * A P12 of an RSA key with its chain, AES-256. Few rounds are enough: passwords made here are 192 random bits, and rounds
 * would only slow the start.
 */
export function writeP12(
  { key, certificate }: Credential,
  above: readonly forge.pki.Certificate[],
  password: string,
): Uint8Array {
  const p12 = forge.pkcs12.toPkcs12Asn1(key, [certificate, ...above], password, {
    algorithm: 'aes256',
    count: 2_048,
  });
  return Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary');
}

/** The same for reading back an authority of our own. */
export function credentialOf({ key, certificates }: P12Content): Credential {
  const [certificate] = certificates;
  if (certificate === undefined) throw new P12Error('The P12 file holds no certificate.');
  return {
    key: forge.pki.privateKeyFromPem(key.export({ type: 'pkcs1', format: 'pem' }).toString()),
    certificate: forge.pki.certificateFromAsn1(
      forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(certificate).toString('binary'))),
    ),
  };
}
