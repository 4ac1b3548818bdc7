import type { CertificateSigner, KeySet, ResultIssuer } from '@assay/certificate';
import type { CheckBasis, StoredCheck } from '../checks/index.ts';

/** The keys of this installation as they stand now; a rotation shows without a restart. */
export interface ResultKeys {
  signer(): Promise<CertificateSigner>;
  /** Every key that ever signed here. */
  keySet(): Promise<KeySet>;
}

/** Reads finished checks with what their certificates need. */
export interface CertifiedChecks {
  /** @throws AppError NotFound */
  readCheck(subId: string): Promise<StoredCheck>;
  /** Null for checks made before certificates. */
  findBasis(subId: string): Promise<CheckBasis | null>;
}

export interface CertificateDeps {
  readonly checks: CertifiedChecks;
  readonly keys: ResultKeys;
  readonly issuer: ResultIssuer;
  readonly store: {
    find(subId: string): Promise<StoredCertificate | null>;
    /** Keeps the first one: two that ask at once get the same bytes. */
    keep(subId: string, certificate: StoredCertificate): Promise<StoredCertificate>;
  };
  readonly clock: { now(): Date };
}

export interface StoredCertificate {
  readonly keyId: string;
  readonly signedAt: Date;
  /** certificate.json. */
  readonly body: string;
}
