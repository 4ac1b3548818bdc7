import {
  type CanonicalResult,
  fileDigestOf,
  type IssuedRecord,
  type KeySet,
  keyIdOf,
  keyStateOf,
  signCertificate,
} from '@assay/certificate';
import type { VersionComparison } from '@assay/contracts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { Semaphore } from '../../../platform/kernel/semaphore.ts';
import { assetOf, type StoredCheck } from '../../checks/index.ts';
import { canonicalResultOf } from './canonical-result-of.ts';
import type { CertificateDeps, StoredCertificate } from './certificate.ports.ts';

export interface IssuedCertificate {
  /** certificate.json; the same bytes at every request while its key is not marked compromised. */
  readonly body: string;
  readonly keyId: string;
  readonly signedAt: Date;
  readonly result: CanonicalResult;
}

export interface CertificateService {
  /**
   * The certificate of a finished check; signed at the first request, and again when the key that
   * signed it is marked compromised.
   *
   * @throws AppError NotFound, ReportNotReady, ReportMissing, NoCertificate, SigningUnavailable
   */
  certify(subId: string): Promise<IssuedCertificate>;
  /**
   * The stars of a finished check by the other version of the method, for its owner. Two comparisons run at a time.
   *
   * @throws AppError NotFound, also where the check belongs to another owner; ReportNotReady, ReportMissing, NoCertificate
   */
  compareVersions(subId: string, owner: string, signal: AbortSignal): Promise<VersionComparison>;
  /** Records that a file about a check was signed now. */
  recordFile(subId: string, file: Uint8Array): Promise<void>;
  /** The record of issue of a file, by its SHA-256 in hexadecimal. */
  readRecord(sha256: string): Promise<IssuedRecord>;
  keySet(): Promise<KeySet>;
}

/** A comparison walks as a check does, and nobody pays for it. */
const COMPARISONS_AT_ONCE = 2;

export function buildCertificateService(deps: CertificateDeps): CertificateService {
  const { checks, keys, issuer, store, clock, compare } = deps;
  const comparisons = new Semaphore(COMPARISONS_AT_ONCE);

  async function stated(check: StoredCheck): Promise<CanonicalResult> {
    const asset = assetOf(check);
    const basis = await checks.findBasis(check.subId);
    // Another transaction can take the place of one that waits: nothing is signed of it.
    if (basis === null || asset.payment?.is_pending === true) throw new AppError('NoCertificate');
    return canonicalResultOf(asset, basis, issuer);
  }

  async function issue(check: StoredCheck) {
    const signed = await sign(await stated(check));
    return inService('certificates', () => store.keep(check.subId, signed));
  }

  async function sign(result: CanonicalResult): Promise<StoredCertificate> {
    const signer = await keys.signer();
    const signedAt = clock.now();
    const body = Buffer.from(signCertificate(result, signer, signedAt)).toString('utf8');
    return { keyId: keyIdOf(signer.publicKey), signedAt, body };
  }

  /** Signs again what a compromised key signed, as stored, since its signature no longer proves the signer. */
  async function renew(subId: string, stored: StoredCertificate): Promise<StoredCertificate> {
    const key = (await keys.keySet()).keys.find(({ kid }) => kid === stored.keyId);
    if (key === undefined || keyStateOf(key) !== 'compromised') return stored;
    const signed = await sign(resultOf(stored));
    return inService('certificates', () => store.replace(subId, stored.keyId, signed));
  }

  async function readFinished(subId: string): Promise<StoredCheck> {
    const check = await checks.readCheck(subId);
    if (check.status === 'running') throw new AppError('ReportNotReady');
    if (check.status === 'failed') throw new AppError('ReportMissing');
    return check;
  }

  return {
    keySet: () => keys.keySet(),

    async compareVersions(subId, owner, signal) {
      const check = await readFinished(subId);
      if (check.owner !== owner) throw new AppError('NotFound');
      // Version 1 of the method has no rules for payments.
      if (check.transactionId !== null) throw new AppError('NotFound');
      const result = await stated(check);
      return comparisons.run(signal, () => compare(result, signal));
    },

    async certify(subId) {
      const check = await readFinished(subId);
      const found = await store.find(check.subId);
      const stored = found === null ? await issue(check) : await renew(check.subId, found);
      return { ...stored, result: resultOf(stored) };
    },

    recordFile: (subId, file) =>
      inService('certificates', () => store.recordFile(subId, fileDigestOf(file), clock.now())),

    async readRecord(sha256) {
      const signedAt = await store.findFile(sha256);
      return { format: 'assay-issued/1', sha256, signed_at: signedAt?.toISOString() ?? null };
    },
  };
}

function resultOf({ body }: StoredCertificate): CanonicalResult {
  const { statement }: { statement: { result: CanonicalResult } } = JSON.parse(body);
  return statement.result;
}
