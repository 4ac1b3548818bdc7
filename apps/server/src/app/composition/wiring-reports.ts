import path from 'node:path';
import { type ChecksService, checksStore } from '../../modules/checks/index.ts';
import {
  buildCertificateService,
  buildReportsService,
  type CertificateService,
  certificateStore,
  compareVersions,
  type ReportsService,
  type ResultKeys,
} from '../../modules/reports/index.ts';
import { lazyFileCache } from '../../modules/reports/outside/rendering/file-cache.ts';
import { workerRenderer } from '../../modules/reports/outside/rendering/worker-renderer.ts';
import { openKeyHome } from '../../modules/reports/outside/signing/open-key-home.ts';
import { openSigning } from '../../modules/reports/outside/signing/open-signing.ts';
import { type OperatorFacts, operatorOnReports } from '../../platform/config/settings/operator-settings.ts';
import type { SigningFacts } from '../../platform/config/settings/signing-settings.ts';
import type { Pool } from '../../platform/db/index.ts';
import type { Log } from '../../platform/kernel/log.ts';
import { wireRecompute } from './wiring-recompute.ts';

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
  const clock = { now: () => new Date() };
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
