import type { CanonicalResult, CertificateSigner, KeySet, ResultIssuer } from '@assay/certificate';
import type { VersionComparison } from '@assay/contracts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { OnDemandRecords } from '../../chains/index.ts';
import type { CheckBasis, StoredCheck } from '../../checks/index.ts';

/** The current keys of this installation; a rotation takes effect without a restart. */
export interface ResultKeys {
  /** @throws AppError SigningUnavailable where no key may sign */
  signer(): Promise<CertificateSigner>;
  /** Every key that has ever signed on this installation. */
  keySet(): Promise<KeySet>;
}

/** Reads finished checks with the data their certificates need. */
export interface CertifiedChecks {
  /** @throws AppError NotFound */
  readCheck(subId: string): Promise<StoredCheck>;
  /** Null for checks made before certificates. */
  findBasis(subId: string): Promise<CheckBasis | null>;
}

/** The stars of the other version of the method, computed again from what a result states. */
export type CompareVersions = (stated: CanonicalResult, signal: AbortSignal) => Promise<VersionComparison>;

export interface CertificateDeps {
  readonly compare: CompareVersions;
  readonly checks: CertifiedChecks;
  readonly keys: ResultKeys;
  readonly issuer: ResultIssuer;
  readonly store: {
    find(subId: string): Promise<StoredCertificate | null>;
    /** Keeps the first certificate: two concurrent requests get the same bytes. */
    keep(subId: string, certificate: StoredCertificate): Promise<StoredCertificate>;
    /** Replaces the certificate signed by `formerKeyId`; of several concurrent requests the first wins. */
    replace(subId: string, formerKeyId: string, certificate: StoredCertificate): Promise<StoredCertificate>;
    /** Records that a file of this SHA-256 (hexadecimal) was issued. */
    recordFile(subId: string, sha256: string, signedAt: Date): Promise<void>;
    /** When a file with this SHA-256 was issued; null where none is recorded. */
    findFile(sha256: string): Promise<Date | null>;
  };
  readonly clock: Clock;
}

/** Data that checks read from chains, while it is kept. */
export interface KeptReadings {
  /**
   * The records as the check read them, without later reads. `unknown`: nothing is stored for this check.
   * `forgotten`: part of what it read was deleted.
   */
  readingOf(subId: string): Promise<OnDemandRecords | 'unknown' | 'forgotten'>;
}

export interface StoredCertificate {
  readonly keyId: string;
  readonly signedAt: Date;
  /** certificate.json. */
  readonly body: string;
}
