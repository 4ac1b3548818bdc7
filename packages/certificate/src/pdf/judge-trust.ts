import { base64 } from '@scure/base';
import type { SignedData } from '../cms/parse-signed-data.ts';
import { type TimeStamp, verifyTimeStampToken } from '../cms/time-stamp-token.ts';
import { OID } from '../der/oids.ts';
import { failed, proven, reasonOf, unknown } from '../findings.ts';
import type { KeySet } from '../keys/key-set.ts';
import type { Finding } from '../report.ts';
import { areAccountedFor, buildChain } from '../x509/build-chain.ts';
import { hasUsage, parseX509, type X509 } from '../x509/certificate.ts';

export interface PdfTrust {
  readonly keys: KeySet;
  /** DER of further roots: of time-stamp authorities, or of the operator's own certificate. */
  readonly roots?: readonly Uint8Array[];
  /** Milliseconds since 1970; validity of certificates is judged for it where no time stamp says better. */
  readonly now: number;
}

/** Digital signature, non-repudiation. */
const SIGNING_USAGES = [0, 1] as const;

/** Up to a root that is known, and allowed to sign documents. */
export function judgeChain(cms: SignedData, trust: PdfTrust, at: number, findings: Finding[]): readonly X509[] | null {
  const { signer, certificates } = cms;
  if (!SIGNING_USAGES.some((bit) => hasUsage(signer, bit)) || signer.isAuthority) {
    findings.push(failed('pdf_certificate', 'The certificate may not be used to sign documents.'));
    return null;
  }
  const roots = rootsOf(trust);
  const chain = buildChain(signer, certificates, roots, at);
  if (chain !== null && !areAccountedFor(certificates, chain, roots)) {
    findings.push(failed('pdf_certificate', 'A certificate in the signature was changed.'));
    return null;
  }
  const root = chain?.at(-1);
  findings.push(
    root === undefined
      ? unknown(
          'pdf_chain',
          `The certificate of “${signer.name}” does not lead to a root that is known here, or was not valid at the time.`,
        )
      : proven('pdf_chain', `The certificate was issued under “${root.name}”, a root that is known here.`),
  );
  return chain;
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

/** Of the issuer, and further ones. */
function rootsOf({ keys, roots = [] }: PdfTrust): readonly X509[] {
  const published = keys.authorities.map(({ certificate }) => base64.decode(certificate));
  return parseRoots([...published, ...roots]);
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
