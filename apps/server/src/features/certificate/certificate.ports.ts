import type { CertificateSigner, KeySet, ResultIssuer } from '@assay/certificate';
import type { CheckBasis, StoredCheck } from '../checks/index.ts';
import type { LiveRecords } from '../sources/index.ts';

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

/** What checks read of chains, for as long as it is kept. */
export interface KeptReadings {
  /**
   * The records as the check read them, whatever was read since. `unknown`: nothing was kept of such a check here.
   * `forgotten`: some of what it read is gone.
   */
  readingOf(subId: string): Promise<LiveRecords | 'unknown' | 'forgotten'>;
}

export interface StoredCertificate {
  readonly keyId: string;
  readonly signedAt: Date;
  /** certificate.json. */
  readonly body: string;
}
