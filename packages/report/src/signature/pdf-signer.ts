/**
 * Signs for a certificate and keeps its key: from a P12 file, or a service elsewhere (an HSM, a key service of a cloud, a
 * trust service). Implement this and nothing else to sign reports remotely.
 */
export interface PdfSigner {
  /** DER. The signer's own first, then those that lead to its root; the root itself may be left out. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: PdfSignatureAlgorithm;
  /**
   * Signature over the bytes; hashing them with SHA-256 is part of it. RSA: PKCS#1 v1.5 (RFC 8017, section 8.2).
   * ECDSA: DER of r and s (RFC 3279, section 2.2.3).
   */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export type PdfSignatureAlgorithm = 'rsa-sha256' | 'ecdsa-sha256';

/** A time-stamp authority (RFC 3161). */
export interface TimeStamper {
  /** For messages. */
  readonly name: string;
  /** Sends a DER TimeStampReq and answers the DER TimeStampResp; rejects when it has none in time. */
  stamp(request: Uint8Array): Promise<Uint8Array>;
}
