import { verifyCertificate } from '../certificate/verify-certificate.ts';
import { parseSignedData, type SignedData } from '../cms/parse-signed-data.ts';
import { completeReport } from '../complete-report.ts';
import { equalBytes } from '../der/der-values.ts';
import { OID } from '../der/oids.ts';
import { readFirstDer } from '../der/read-der.ts';
import { failed, proven, reasonOf } from '../findings.ts';
import { fileDigestOf } from '../keys/issued-record.ts';
import type { Finding, ProvenSigner, VerificationReport } from '../report.ts';
import { findCertificate } from './find-attachment.ts';
import { findSignatures, type PdfSignatureSpan, readGap, statedTimeOf } from './find-signature.ts';
import { judgeChain, judgeStamp, type PdfTrust } from './judge-trust.ts';

/** Nobody sends reports of this size; beyond it the browser would only seem to hang. */
export const MAX_PDF_BYTES = 128 * 1024 * 1024;

/**
 * Verifies a signed report: the PAdES signature over the whole file, its certificate up to a root of the key set, the
 * time stamp where there is one, and the canonical result attached to it. Runs in a browser and offline. Never throws
 * on what a stranger sends, and takes time linear in its size. Revocation lists are not asked for.
 *
 * @example
 * const report = verifyPdf(bytes, { keys, now });
 * report.findings.map(({ text }) => text);
 */
export function verifyPdf(pdf: Uint8Array, trust: PdfTrust): VerificationReport {
  const findings: Finding[] = [];
  const signers: ProvenSigner[] = [];
  const isPdf = pdf.length <= MAX_PDF_BYTES && pdf[0] === 0x25 && pdf[1] === 0x50 && pdf[2] === 0x44 && pdf[3] === 0x46;
  if (!isPdf) return completeReport('pdf', [failed('readable', 'This is not a PDF file, or it is damaged.')], [], null);
  const [span] = findSignatures(pdf);
  if (span === undefined) {
    return completeReport(
      'pdf',
      [failed('pdf_signature_present', 'The file carries no signature that can be read.')],
      [],
      null,
    );
  }
  findings.push(proven('pdf_signature_present', 'The file carries a signature.'), judgeReach(pdf, span));
  const cms = readCms(pdf, span, findings);
  const digest = fileDigestOf(pdf);
  const stampedAt = cms === null ? null : judgeSignature(pdf, span, cms, trust, digest, findings, signers);
  // What was put behind the signature was not seen by the time stamp.
  const attached = judgeAttachment(pdf, trust, span.end === pdf.length ? stampedAt : null, findings);
  if (attached?.verdict === 'valid') denyForeignChain(findings);
  signers.push(...(attached?.signers ?? []));
  const isPagesOpen = findings.some(({ id, outcome }) => id === 'pdf_compromise' && outcome === 'unknown');
  const wanted = [...(isPagesOpen ? [digest] : []), ...(attached?.recordsWanted ?? [])];
  return completeReport('pdf', findings, signers, attached?.result ?? null, wanted);
}

/**
 * Where the issuer of the result is known, so are the roots of its reports: pages signed under another root are somebody
 * else's, with a result put in that is not theirs.
 */
function denyForeignChain(findings: Finding[]): void {
  const index = findings.findIndex(({ id, outcome }) => id === 'pdf_chain' && outcome === 'unknown');
  if (index !== -1) {
    findings[index] = failed(
      'pdf_chain',
      'The pages were signed under a certificate that is not of who issued the result.',
    );
  }
}

function judgeReach(pdf: Uint8Array, { end }: PdfSignatureSpan): Finding {
  const added = pdf.length - end;
  return added === 0
    ? proven('pdf_whole_file', 'The signature covers the whole file.')
    : failed('pdf_whole_file', `${added} bytes were added after the signature; it says nothing about them.`);
}

function readCms(pdf: Uint8Array, span: PdfSignatureSpan, findings: Finding[]): SignedData | null {
  try {
    const gap = readGap(pdf, span);
    if (gap === null) throw new TypeError('the signature is not in the form it is written here');
    const { bytes } = readFirstDer(gap);
    if (gap.subarray(bytes.length).some((byte) => byte !== 0))
      throw new TypeError('there are bytes after the signature');
    const cms = parseSignedData(bytes);
    if (cms.contentType !== OID.data || cms.content !== null)
      throw new TypeError('the signature is not a detached one');
    if (!/\/SubFilter\s*\/ETSI\.CAdES\.detached\b/.test(span.dictionary))
      throw new TypeError('it is no PAdES signature');
    const isOther = [...cms.unsignedAttributes.keys()].some((oid) => oid !== OID.timeStampToken);
    if (isOther) throw new TypeError('it carries what nobody vouches for');
    return cms;
  } catch (error) {
    findings.push(failed('pdf_signature', `The signature is damaged: ${reasonOf(error)}.`));
    return null;
  }
}

/** Answers when a trusted time stamp saw the signed bytes; null where none did, or they were changed. */
function judgeSignature(
  pdf: Uint8Array,
  span: PdfSignatureSpan,
  cms: SignedData,
  trust: PdfTrust,
  digest: string,
  findings: Finding[],
  signers: ProvenSigner[],
): number | null {
  const { signer } = cms;
  const isSame = equalBytes(cms.digest.hash(signedBytes(pdf, span)), cms.messageDigest);
  findings.push(
    isSame
      ? proven('pdf_unchanged', 'Not a single bit of what was signed has changed.')
      : failed('pdf_unchanged', 'The file was changed after it was signed.'),
    cms.isSignatureGood
      ? proven('pdf_signature', `The signature was made with the key of “${signer.name}”.`)
      : failed('pdf_signature', 'The signature was not made with the key of the certificate it names.'),
  );
  if (!isSame || !cms.isSignatureGood) return null;
  const stamp = judgeStamp(cms, trust, findings);
  const stampedAt = stamp?.time ?? null;
  const claimedAt = statedTimeOf(span);
  const time = stampedAt ?? claimedAt;
  const chain = judgeChain(cms, trust, { stampedAt, claimedAt }, digest, findings);
  if (chain !== null) {
    signers.push({
      what: 'pdf',
      name: signer.name,
      time: time === null ? null : new Date(time).toISOString(),
      isTimeVouched: stamp !== null,
    });
  }
  if (stamp !== null) {
    const { name } = stamp.authority;
    signers.push({ what: 'time_stamp', name, time: new Date(stamp.time).toISOString(), isTimeVouched: true });
  }
  return stampedAt;
}

function judgeAttachment(
  pdf: Uint8Array,
  trust: PdfTrust,
  stampedAt: number | null,
  findings: Finding[],
): VerificationReport | null {
  const bytes = findCertificate(pdf);
  if (bytes === null) {
    findings.push(failed('pdf_result_attached', 'The file carries no signed result that can be read.'));
    return null;
  }
  findings.push(proven('pdf_result_attached', 'The signed result is attached to the file.'));
  const report = verifyCertificate(bytes, trust.keys, { issued: trust.issued ?? [], stampedAt });
  findings.push(...report.findings);
  return report;
}

function signedBytes(pdf: Uint8Array, { gapStart, gapEnd, end }: PdfSignatureSpan): Uint8Array {
  const bytes = new Uint8Array(gapStart + end - gapEnd);
  bytes.set(pdf.subarray(0, gapStart));
  bytes.set(pdf.subarray(gapEnd, end), gapStart);
  return bytes;
}
