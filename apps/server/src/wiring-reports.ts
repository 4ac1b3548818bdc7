import path from 'node:path';
import { openFileCache } from './adapters/rendering/file-cache.ts';
import { workerRenderer } from './adapters/rendering/worker-renderer.ts';
import { openResultKeys } from './adapters/signing/result-keys.ts';
import type { Pool } from './db/index.ts';
import { buildCertificateService, type CertificateService, certificateStore } from './features/certificate/index.ts';
import { type ChecksService, checksStore } from './features/checks/index.ts';
import { buildReportsService, type ReportsService } from './features/reports/index.ts';
import type { SigningFacts } from './signing-settings.ts';
import { keyFolderOf, openSeals } from './wiring-signing.ts';

export interface ReportSettings {
  readonly publicUrl: string;
  readonly productName: string;
  readonly dataDir: string;
  readonly signing: SigningFacts;
  /** Room on disk for finished reports and pictures. */
  readonly reportCacheBytes: number;
}

export interface ReportFeatures {
  readonly certificates: CertificateService;
  readonly reports: ReportsService;
  /** Makes what signs here where there is none, so that its public half is published from the start. */
  openKeys(): Promise<void>;
  close(): Promise<void>;
}

interface ReportLog {
  warn(facts: { readonly err: unknown }, message: string): void;
}

/** Puts certificates, their signatures and the reports made of them together over one database and one folder. */
export function wireReports(
  pool: Pool,
  settings: ReportSettings,
  checks: Pick<ChecksService, 'readCheck' | 'openCheck'>,
  log: ReportLog,
): ReportFeatures {
  const { publicUrl, productName, dataDir } = settings;
  const folder = keyFolderOf(settings);
  const clock = { now: () => new Date() };
  const keys = once(() => openResultKeys(folder, publicUrl, clock.now()));
  const seal = openSeals(settings, keys, clock, log);
  const renderer = workerRenderer();
  const cache = once(() =>
    openFileCache(path.join(dataDir, 'reports'), settings.reportCacheBytes, (err, message) =>
      log.warn({ err }, message),
    ),
  );
  const certificates = buildCertificateService({
    checks: { readCheck: checks.readCheck, findBasis: (subId) => checksStore.findBasis(pool, subId) },
    keys: {
      signer: async () => (await keys()).signer(),
      keySet: async () => {
        // The root of the file signatures stands in the same history.
        await seal();
        return (await keys()).keySet();
      },
    },
    issuer: { product: productName, url: publicUrl },
    store: certificateStore(pool),
    clock,
  });
  const reports = buildReportsService({
    checks,
    certificates,
    renderer,
    cache: {
      get: async (key) => (await cache()).get(key),
      put: async (key, bytes) => (await cache()).put(key, bytes),
    },
    seal,
    clock,
  });
  return {
    certificates,
    reports,
    openKeys: async () => {
      await seal();
    },
    close: renderer.close,
  };
}

/** The first call does the work; a failure is not kept. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined;
  return () => {
    begun ??= work().catch((error: unknown) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };
}
