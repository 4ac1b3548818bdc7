import path from 'node:path';
import { type OperatorFacts, operatorOnReports } from '../../../platform/config/settings/operator-settings.ts';
import type { SigningFacts } from '../../../platform/config/settings/signing-settings.ts';
import type { Pool } from '../../../platform/db/index.ts';
import type { Log } from '../../../platform/kernel/log.ts';
import { SYSTEM_CLOCK } from '../../../platform/kernel/time/clock.ts';
import { wirePrices } from '../../chains/open/prices.ts';
import { type ChecksService, checkSnapshots, checksStore, type WithPaymentSnapshot } from '../../checks/index.ts';
import { exposureEngineOf } from '../../checks/outside/engine/exposure-engine.ts';
import type { RecomputePorts } from '../certificate/again.ts';
import type { ResultKeys } from '../certificate/certificate.ports.ts';
import { buildCertificateService, type CertificateService } from '../certificate/certificate.service.ts';
import { certificateStore } from '../certificate/certificate.store.ts';
import { compareVersions } from '../certificate/compare-versions.ts';
import { keptReadings } from '../certificate/kept-readings.ts';
import { lazyFileCache } from '../outside/rendering/file-cache.ts';
import { workerRenderer } from '../outside/rendering/worker-renderer.ts';
import { openKeyHome } from '../outside/signing/open-key-home.ts';
import { openSigning } from '../outside/signing/open-signing.ts';
import { buildReportsService, type ReportsService } from '../reports/reports.service.ts';

export interface ReportSettings {
  readonly publicUrl: string;
  readonly productName: string;
  readonly dataDir: string;
  /** Where keys have no folder, they are in the database that it names. */
  readonly databaseUrl: string | null;
  readonly signing: SigningFacts;
  readonly operator: OperatorFacts;
  /** Disk space for finished reports and pictures, in bytes. */
  readonly reportCacheBytes: number;
}

export interface ReportFeatures {
  readonly certificates: CertificateService;
  readonly reports: ReportsService;
  /** The key that signs results and the audit log. @throws AppError SigningUnavailable */
  readonly signer: ResultKeys['signer'];
  /**
   * Creates the signing keys if they do not exist, so that their public halves are published from the start.
   *
   * @throws AppError SigningUnavailable
   */
  openKeys(): Promise<void>;
  close(): Promise<void>;
}

/** Constructs certificates, their signatures and their reports over one database and one folder. */
export function wireReports(
  pool: Pool,
  settings: ReportSettings,
  checks: Pick<ChecksService, 'readCheck' | 'openCheck'>,
  log: Pick<Log, 'warn'>,
  /** Reads the signing keys, which belong to no workspace; where not given, the same. */
  service: Pool = pool,
): ReportFeatures {
  const { publicUrl, productName, dataDir } = settings;
  const clock = SYSTEM_CLOCK;
  const { keys, seal } = openSigning(settings, () => openKeyHome(settings, async () => service), clock, log);
  const renderer = workerRenderer();
  const recomputing = wireRecompute(pool, log);
  const certificates = buildCertificateService({
    checks: { readCheck: checks.readCheck, findBasis: (subId) => checksStore.findBasis(pool, subId) },
    keys,
    issuer: { product: productName, url: publicUrl },
    store: certificateStore(pool),
    clock,
    compare: (stated, signal) => compareVersions(recomputing, stated, signal),
  });
  const reports = buildReportsService({
    checks,
    certificates,
    renderer,
    cache: lazyFileCache(path.join(dataDir, 'reports'), settings.reportCacheBytes, (err, message) =>
      log.warn({ err }, message),
    ),
    seal,
    clock,
    operator: operatorOnReports(settings.operator),
  });
  return {
    certificates,
    reports,
    signer: () => keys.signer(),
    openKeys: async () => {
      await seal();
    },
    close: renderer.close,
  };
}

/** The inputs for recomputing a certificate: only what this installation has stored, no providers. */
export function wireRecompute(pool: Pool, log: Pick<Log, 'warn'>): RecomputePorts {
  // What was read of the labels is kept for the next result of the same version.
  const opened = new Map<string, WithPaymentSnapshot>();
  return {
    snapshotsOf: (version, revision) => {
      const key = `${version} ${revision}`;
      const snapshots = opened.get(key) ?? checkSnapshots(pool, { version, revision });
      opened.set(key, snapshots);
      return snapshots;
    },
    engineOf: exposureEngineOf,
    readings: keptReadings(pool),
    prices: wirePrices(pool, log),
  };
}
