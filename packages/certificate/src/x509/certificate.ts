import {
  booleanOf,
  equalBytes,
  oidOf,
  positiveIntegerOf,
  smallIntegerOf,
  timeOf,
  wholeBitsOf,
} from '../der/der-values.ts';
import { OID } from '../der/oids.ts';
import { childrenOf, DerError, type DerNode, expectTag, onlyPart, partsOf, readDer, TAG } from '../der/read-der.ts';
import { isSignedBy } from './verify-signature.ts';

/** An X.509 certificate as far as a signature needs it (RFC 5280). */
export interface X509 {
  readonly bytes: Uint8Array;
  readonly serial: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Common name, or the first text there is; for the reader. */
  readonly name: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: DerNode;
  readonly isAuthority: boolean;
  readonly pathLength: number | null;
  /** Bits of the key usage as they are encoded; null without one. */
  readonly keyUsage: readonly number[] | null;
  readonly purposes: readonly string[] | null;
  readonly isPurposeCritical: boolean;
  readonly signed: Uint8Array;
  readonly algorithm: DerNode;
  readonly signature: Uint8Array;
}

const KNOWN_CRITICAL: readonly string[] = [
  OID.keyUsage,
  OID.basicConstraints,
  OID.extendedKeyUsage,
  OID.certificatePolicies,
];
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

/** @throws DerError for anything but an X.509 v3 certificate, or with a critical extension that is not understood */
export function parseX509(bytes: Uint8Array): X509 {
  const [body, algorithm, signature, ...rest] = partsOf(readDer(bytes), TAG.sequence);
  const [version, serial, inner, issuer, validity, subject, publicKey, ...more] = partsOf(body, TAG.sequence);
  if (body === undefined || algorithm === undefined || rest.length > 0) throw new DerError('no certificate');
  if (smallIntegerOf(onlyPart(version, VERSION)) !== 2) throw new DerError('no certificate of version 3');
  if (inner === undefined || !equalBytes(inner.bytes, algorithm.bytes))
    throw new DerError('the algorithms do not agree');
  const [notBefore, notAfter] = partsOf(validity, TAG.sequence);
  const extensions = readExtensions(more);
  return {
    bytes,
    serial: expectTag(serial, TAG.integer).bytes,
    issuer: expectTag(issuer, TAG.sequence).bytes,
    subject: expectTag(subject, TAG.sequence).bytes,
    name: nameOf(expectTag(subject, TAG.sequence)),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    publicKey: expectTag(publicKey, TAG.sequence),
    ...extensions,
    signed: body.bytes,
    algorithm,
    signature: wholeBitsOf(signature),
  };
}

/** Whether `issuer` signed `certificate`; names and key only, not whether it may. False for what cannot be checked. */
export function isIssuedBy(certificate: X509, issuer: X509): boolean {
  if (!equalBytes(certificate.issuer, issuer.subject)) return false;
  try {
    return isSignedBy(issuer.publicKey, certificate.algorithm, null, certificate.signed, certificate.signature);
  } catch {
    return false;
  }
}

/** Whether a key usage is granted: bit 0 digital signature, 1 non-repudiation, 5 certificate signing. */
export function hasUsage({ keyUsage }: X509, bit: number): boolean {
  if (keyUsage === null) return true;
  return ((keyUsage[Math.floor(bit / 8)] ?? 0) & (0x80 >> (bit % 8))) !== 0;
}

type Extensions = Pick<X509, 'isAuthority' | 'pathLength' | 'keyUsage' | 'purposes' | 'isPurposeCritical'>;

function readExtensions(parts: readonly DerNode[]): Extensions {
  const found: { -readonly [Key in keyof Extensions]: Extensions[Key] } = {
    isAuthority: false,
    pathLength: null,
    keyUsage: null,
    purposes: null,
    isPurposeCritical: false,
  };
  const holder = parts.find(({ tag }) => tag === EXTENSIONS);
  if (holder === undefined) return found;
  const seen = new Set<string>();
  for (const extension of partsOf(onlyPart(holder, EXTENSIONS), TAG.sequence)) {
    const fields = partsOf(extension, TAG.sequence);
    const oid = oidOf(fields[0]);
    if (seen.has(oid)) throw new DerError('an extension is there twice');
    seen.add(oid);
    const isCritical = fields.length === 3 && booleanOf(fields[1]);
    const value = () => readDer(expectTag(fields.at(-1), TAG.octets).content);
    if (oid === OID.basicConstraints) Object.assign(found, constraintsOf(value()));
    else if (oid === OID.keyUsage) found.keyUsage = [...expectTag(value(), TAG.bits).content.subarray(1)];
    else if (oid === OID.extendedKeyUsage) {
      found.purposes = partsOf(value(), TAG.sequence).map(oidOf);
      found.isPurposeCritical = isCritical;
    } else if (oid === OID.nameConstraints || (isCritical && !KNOWN_CRITICAL.includes(oid))) {
      // Who may be certified is not looked at here, so that a limit on it would be passed over.
      throw new DerError(`the extension ${oid} is not understood`);
    }
  }
  return found;
}

function constraintsOf(value: DerNode): Pick<X509, 'isAuthority' | 'pathLength'> {
  const parts = partsOf(value, TAG.sequence);
  const isAuthority = parts[0]?.tag === TAG.boolean && booleanOf(parts[0]);
  const limit = parts.find(({ tag }) => tag === TAG.integer);
  return { isAuthority, pathLength: limit === undefined ? null : Number(positiveIntegerOf(limit, 2)) };
}

const TEXT_TAGS = [0x0c, 0x13, 0x16, 0x14];

function nameOf(subject: DerNode): string {
  const texts = childrenOf(subject).flatMap((set) =>
    childrenOf(set).map((pair) => {
      const [kind, text] = childrenOf(pair);
      const isText = text !== undefined && TEXT_TAGS.includes(text.tag);
      return { isCommon: oidOf(kind) === OID.commonName, text: isText ? readable(text.content) : '' };
    }),
  );
  return (texts.find(({ isCommon }) => isCommon) ?? texts.find(({ text }) => text !== ''))?.text ?? '(no name)';
}

function readable(bytes: Uint8Array): string {
  const escaped = [...bytes.subarray(0, 200)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  try {
    return decodeURIComponent(escaped).replace(/\p{C}/gu, '�');
  } catch {
    return '(unreadable name)';
  }
}
