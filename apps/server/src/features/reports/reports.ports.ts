/** A certificate as it was issued, with what its report states of it. */
export interface IssuedForReport {
  /** certificate.json. */
  readonly body: string;
  readonly keyId: string;
  readonly signedAt: Date;
}

export interface CertificatesPort {
  /** @throws AppError NotFound, ReportNotReady, ReportMissing, NoCertificate */
  certify(subId: string): Promise<IssuedForReport>;
}

/** Lays reports and pictures out, away from the thread that answers requests. */
export interface ReportRenderer {
  /**
   * @param signatureBytes room for the signature of the file, null for none
   * @throws AppError Overloaded when too many wait
   */
  renderPdf(certificate: IssuedForReport, signatureBytes: number | null): Promise<Uint8Array>;
  /** @throws AppError Overloaded */
  renderPng(certificate: IssuedForReport): Promise<Uint8Array>;
}

/** Signs a finished file into the room that was left for it. */
export interface ReportSeal {
  /** Changes whenever the same file would be signed by another key. */
  readonly id: string;
  readonly roomBytes: number;
  sign(pdf: Uint8Array): Promise<SealedReport>;
}

export interface SealedReport {
  readonly pdf: Uint8Array;
  /** False where a time stamp was wanted and no authority gave one: worth another try later. */
  readonly isComplete: boolean;
}

/** Keeps what was rendered, by content. A key is made of lower-case hex digits and a dot with the kind. */
export interface ReportCache {
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}
