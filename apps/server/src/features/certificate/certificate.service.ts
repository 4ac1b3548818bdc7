import {
  type CanonicalResult,
  fileDigestOf,
  type IssuedRecord,
  type KeySet,
  keyIdOf,
  keyStateOf,
  signCertificate,
} from '@assay/certificate';
import { AppError } from '../../kernel/app-error.ts';
import { inService } from '../../kernel/scope.ts';
import { assetOf, type StoredCheck } from '../checks/index.ts';
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
  /** Records that a file about a check was signed now. */
  recordFile(subId: string, file: Uint8Array): Promise<void>;
  /** The record of issue of a file, by its SHA-256 in hexadecimal. */
  readRecord(sha256: string): Promise<IssuedRecord>;
  keySet(): Promise<KeySet>;
}

export function buildCertificateService(deps: CertificateDeps): CertificateService {
  const { checks, keys, issuer, store, clock } = deps;

  async function issue(check: StoredCheck) {
    const basis = await checks.findBasis(check.subId);
    if (basis === null) throw new AppError('NoCertificate');
    const signed = await sign(canonicalResultOf(assetOf(check), basis, issuer));
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

  return {
    keySet: () => keys.keySet(),

    async certify(subId) {
      const check = await checks.readCheck(subId);
      if (check.status === 'running') throw new AppError('ReportNotReady');
      if (check.status === 'failed') throw new AppError('ReportMissing');
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
