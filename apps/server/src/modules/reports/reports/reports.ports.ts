import type { ReportOperator } from '@assay/report';
/** A certificate as it was issued, with the facts that its report states. */
export interface IssuedForReport {
  /** certificate.json. */
  readonly body: string;
  readonly keyId: string;
  readonly signedAt: Date;
}

export interface CertificatesPort {
  /** @throws AppError NotFound, ReportNotReady, ReportMissing, NoCertificate, SigningUnavailable */
  certify(subId: string): Promise<IssuedForReport>;
  /** Records that a file about a check was signed at this time. */
  recordFile(subId: string, file: Uint8Array): Promise<void>;
}

/** Renders reports and pictures, outside the thread that answers requests. */
export interface ReportRenderer {
  /**
   * @param signatureBytes bytes to reserve for the signature of the file, null for none
   * @param operator named as the issuer; null where nobody is named
   * @throws AppError Overloaded when too many wait
   */
  renderPdf(
    certificate: IssuedForReport,
    signatureBytes: number | null,
    operator?: ReportOperator | null,
  ): Promise<Uint8Array>;
  /** @throws AppError Overloaded */
  renderPng(certificate: IssuedForReport): Promise<Uint8Array>;
}

/** Signs a finished file into the space reserved for the signature. */
export interface ReportSeal {
  /** Changes whenever another key would sign the same file. */
  readonly id: string;
  readonly roomBytes: number;
  sign(pdf: Uint8Array): Promise<SealedReport>;
}

export interface SealedReport {
  readonly pdf: Uint8Array;
  /** False where a time stamp was requested and no authority gave one: worth another attempt later. */
  readonly isComplete: boolean;
}

/** Stores rendered files by content. A key consists of lower-case hex digits, a dot and the kind. */
export interface ReportCache {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}
