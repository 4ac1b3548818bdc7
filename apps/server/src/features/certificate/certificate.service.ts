import { type CanonicalResult, type KeySet, keyIdOf, signCertificate } from '@assay/certificate';
import { AppError } from '../../app-error.ts';
import { assetOf, type StoredCheck } from '../checks/index.ts';
import { canonicalResultOf } from './canonical-result-of.ts';
import type { CertificateDeps } from './certificate.ports.ts';

export interface IssuedCertificate {
  /** certificate.json, the same bytes for everybody and ever. */
  readonly body: string;
  readonly keyId: string;
  readonly signedAt: Date;
  readonly result: CanonicalResult;
}

export interface CertificateService {
  /**
   * The certificate of a finished check; signed at the first time somebody asks.
   *
   * @throws AppError NotFound, ReportNotReady, ReportMissing, NoCertificate
   */
  certify(subId: string): Promise<IssuedCertificate>;
  keySet(): Promise<KeySet>;
}

export function buildCertificateService(deps: CertificateDeps): CertificateService {
  const { checks, keys, issuer, store, clock } = deps;

  async function issue(check: StoredCheck) {
    const basis = await checks.findBasis(check.subId);
    if (basis === null) throw new AppError('NoCertificate');
    const signer = await keys.signer();
    const signedAt = clock.now();
    const result = canonicalResultOf(assetOf(check), basis, issuer);
    const body = Buffer.from(signCertificate(result, signer, signedAt)).toString('utf8');
    return store.keep(check.subId, { keyId: keyIdOf(signer.publicKey), signedAt, body });
  }

  return {
    keySet: () => keys.keySet(),

    async certify(subId) {
      const check = await checks.readCheck(subId);
      if (check.status === 'running') throw new AppError('ReportNotReady');
      if (check.status === 'failed') throw new AppError('ReportMissing');
      const stored = (await store.find(check.subId)) ?? (await issue(check));
      const { statement }: { statement: { result: CanonicalResult } } = JSON.parse(stored.body);
      return { ...stored, result: statement.result };
    },
  };
}
