import type { CanonicalResult } from '@assay/certificate';

/** Everything a report is made of. The same input gives the same bytes. */
export interface ReportInput {
  readonly result: CanonicalResult;
  /** Bytes of `certificate.json`, attached as they are. */
  readonly certificate: Uint8Array;
  /** Key that signed the certificate. */
  readonly keyId: string;
  /** ISO 8601: when the certificate was signed. */
  readonly signedAt: string;
  /** Space for the PDF's own signature, in bytes; null leaves the report without one. */
  readonly signatureBytes: number | null;
  /** Left out where nobody is named. */
  readonly operator?: ReportOperator | undefined;
}

/** Who runs the installation that issued a report, and how to reach them. */
export interface ReportOperator {
  readonly name: string;
  readonly contact: string;
}

/** A report as bytes. */
export interface RenderedReport {
  readonly pdf: Uint8Array;
  readonly pages: number;
}
