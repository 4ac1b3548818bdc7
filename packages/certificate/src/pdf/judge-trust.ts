import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { SignedData } from '../cms/parse-signed-data.ts';
import { type TimeStamp, verifyTimeStampToken } from '../cms/time-stamp-token.ts';
import { equalBytes } from '../der/der-values.ts';
import { OID } from '../der/oids.ts';
import { failed, proven, reasonOf, unknown } from '../findings.ts';
import { compromiseOfSigner, judgeCompromise, type SigningTimes } from '../keys/compromise.ts';
import { type IssuedRecord, issuedAtOf } from '../keys/issued-record.ts';
import type { KeySet, PublishedAuthority } from '../keys/key-set.ts';
import type { Finding } from '../report.ts';
import { areAccountedFor, buildChain } from '../x509/build-chain.ts';
import { hasUsage, parseX509, type X509 } from '../x509/certificate.ts';

export interface PdfTrust {
  readonly keys: KeySet;
  /**
   * DER of the roots of time-stamp authorities. They vouch for time alone: pages count by the roots of the key set, since
   * an authority that many use would certify anybody.
   */
  readonly roots?: readonly Uint8Array[];
  /** The issuer's records of what it issued, for files whose key was stolen. */
  readonly issued?: readonly IssuedRecord[];
  /** Milliseconds since 1970; validity of certificates is judged for it where no time stamp says better. */
  readonly now: number;
}

/** Digital signature, non-repudiation. */
const SIGNING_USAGES = [0, 1] as const;

/** A certificate for web servers or time stamps signs no documents (RFC 9336; before it, what readers took for that). */
const DOCUMENT_PURPOSES: readonly string[] = [
  OID.documentSigning,
  OID.emailProtection,
  OID.adobeDocuments,
  OID.microsoftDocuments,
  OID.anyPurpose,
];

/**
 * Whether an extended key usage lets a certificate sign documents.
 *
 * @param purpose dotted object identifier
 * @example
 * isDocumentPurpose('1.3.6.1.5.5.7.3.36'); // true: document signing (RFC 9336)
 */
export function isDocumentPurpose(purpose: string): boolean {
  return DOCUMENT_PURPOSES.includes(purpose);
}

/**
 * Up to a root that the issuer publishes, and allowed to sign documents for it.
 *
 * @param times when the pages were signed: a trusted time stamp's time, and the file's own claim; null without any
 * @param digest SHA-256 of the file, as records of issue name it
 */
export function judgeChain(
  cms: SignedData,
  trust: PdfTrust,
  times: { readonly stampedAt: number | null; readonly claimedAt: number | null },
  digest: string,
  findings: Finding[],
): readonly X509[] | null {
  const { signer, certificates } = cms;
  if (!maySignDocuments(signer)) {
    findings.push(failed('pdf_certificate', 'The certificate may not be used to sign documents.'));
    return null;
  }
  const roots = rootsOf(trust.keys);
  const chain = buildChain(signer, certificates, roots, times.stampedAt ?? trust.now);
  if (chain !== null && !areAccountedFor(certificates, chain, roots)) {
    findings.push(failed('pdf_certificate', 'A certificate in the signature was changed.'));
    return null;
  }
  const authority = chain === null ? undefined : publishedFor(chain.at(-1), trust.keys);
  if (chain === null || authority === undefined) {
    findings.push(
      unknown(
        'pdf_chain',
        `The certificate of “${signer.name}” does not lead to a root that is known here, or was not valid at the time.`,
      ),
    );
    return null;
  }
  const compromise = compromiseOf(authority, signer, { ...times, issuedAt: issuedAtOf(digest, trust.issued ?? []) });
  if (compromise?.outcome === 'failed') {
    findings.push(compromise);
    return null;
  }
  const refusal = refusalOf(authority, signer, times.stampedAt ?? times.claimedAt);
  if (refusal !== null) {
    findings.push(failed('pdf_chain', refusal));
    return null;
  }
  findings.push(
    proven('pdf_chain', `The certificate was issued under “${chain.at(-1)?.name}”, a root that is known here.`),
  );
  if (compromise === null) return chain;
  findings.push(compromise);
  return compromise.outcome === 'proven' ? chain : null;
}

function maySignDocuments(signer: X509): boolean {
  const isFitting = signer.purposes === null || signer.purposes.some(isDocumentPurpose);
  return isFitting && !signer.isAuthority && SIGNING_USAGES.some((bit) => hasUsage(signer, bit));
}

function publishedFor(root: X509 | undefined, keys: KeySet): PublishedAuthority | undefined {
  return keys.authorities.find(
    ({ certificate }) => root !== undefined && equalBytes(base64.decode(certificate), root.bytes),
  );
}

/** What a mark on the certificate or its root means for these pages; null without a mark. */
function compromiseOf(authority: PublishedAuthority, signer: X509, times: SigningTimes): Finding | null {
  const from = compromiseOfSigner(authority, bytesToHex(sha256(signer.bytes)));
  return from === null ? null : judgeCompromise('pdf_compromise', `The key of “${signer.name}”`, from, times);
}

/** Why a certificate under a published root does not sign for the issuer; null when it does. */
function refusalOf(authority: PublishedAuthority, signer: X509, statedAt: number | null): string | null {
  const { signers, valid_to: validTo } = authority;
  if (signers !== null && !signers.includes(bytesToHex(sha256(signer.bytes)))) {
    return `The certificate of “${signer.name}” is not among those that sign for the issuer.`;
  }
  if (validTo !== null && (statedAt === null || statedAt > Date.parse(validTo))) {
    return 'The pages were signed under a root that the issuer had given up by then.';
  }
  return null;
}

/** Null where there is none that counts: its time is then nobody's word but the issuer's. */
export function judgeStamp(cms: SignedData, trust: PdfTrust, findings: Finding[]): TimeStamp | null {
  const token = cms.unsignedAttributes.get(OID.timeStampToken);
  if (token === undefined) return null;
  try {
    const stamp = verifyTimeStampToken(token.bytes, { message: cms.signature, nonce: null });
    // The issuer's own roots do not count here: nobody vouches for the time of their own signature.
    const roots = parseRoots(trust.roots ?? []);
    const chain = buildChain(stamp.authority, stamp.certificates, roots, stamp.time);
    const isTrusted = chain !== null;
    if (isTrusted && !areAccountedFor(stamp.certificates, chain, roots))
      throw new TypeError('a certificate was changed');
    const time = new Date(stamp.time).toISOString();
    const said = `A time stamp of “${stamp.authority.name}” says that the signature existed at ${time}`;
    findings.push(
      isTrusted
        ? proven('pdf_time_stamp', `${said}.`)
        : unknown('pdf_time_stamp', `${said}; whether that authority can be trusted is not known here.`),
    );
    return isTrusted ? stamp : null;
  } catch (error) {
    findings.push(failed('pdf_time_stamp', `The time stamp is damaged: ${reasonOf(error)}.`));
    return null;
  }
}

function rootsOf(keys: KeySet): readonly X509[] {
  return parseRoots(keys.authorities.map(({ certificate }) => base64.decode(certificate)));
}

/** Roots that do not parse lead nowhere. */
function parseRoots(roots: readonly Uint8Array[]): readonly X509[] {
  return roots.flatMap((bytes) => {
    try {
      return [parseX509(bytes)];
    } catch {
      return [];
    }
  });
}
