import { verifyCertificate } from './certificate/verify-certificate.ts';
import type { PdfTrust } from './pdf/judge-trust.ts';
import { verifyPdf } from './pdf/verify-pdf.ts';
import type { VerificationReport } from './report.ts';

/** Verifies a report as PDF or its certificate as JSON; the first bytes say which. */
export function verifyFile(bytes: Uint8Array, trust: PdfTrust): VerificationReport {
  return bytes[0] === 0x25 ? verifyPdf(bytes, trust) : verifyCertificate(bytes, trust.keys, trust);
}
