import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { SIGNATURE_BYTES, signPdf } from '@assay/report';
import { openFileCache } from './adapters/rendering/file-cache.ts';
import { workerRenderer } from './adapters/rendering/worker-renderer.ts';
import { p12Signer } from './adapters/signing/p12-signer.ts';
import { authorityOf, openPdfCredentials } from './adapters/signing/pdf-credentials.ts';
import { openResultKeys, type ResultKeyFolder } from './adapters/signing/result-keys.ts';
import type { Pool } from './db/index.ts';
import { buildCertificateService, type CertificateService, certificateStore } from './features/certificate/index.ts';
import { type ChecksService, checksStore } from './features/checks/index.ts';
import { buildReportsService, type ReportSeal, type ReportsService } from './features/reports/index.ts';

export interface ReportSettings {
  readonly publicUrl: string;
  readonly productName: string;
  readonly dataDir: string;
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
  const folder = path.join(dataDir, 'keys');
  const clock = { now: () => new Date() };
  const keys = once(() => openResultKeys(folder, publicUrl, clock.now()));
  const seal = once(async () => openSeal(folder, productName, await keys(), clock.now()));
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

/** Signs files with the key of this installation, and publishes the root it chains to. */
async function openSeal(folder: string, productName: string, keys: ResultKeyFolder, now: Date): Promise<ReportSeal> {
  const content = await openPdfCredentials({ folder, p12: null, productName }, now);
  await keys.addAuthority(authorityOf(content, now));
  const signer = p12Signer(content);
  const [own = new Uint8Array()] = signer.certificates;
  return {
    id: createHash('sha256').update(own).digest('hex'),
    roomBytes: SIGNATURE_BYTES,
    sign: async (pdf) =>
      (await signPdf(pdf, signer, { randomBytes: (length) => new Uint8Array(randomBytes(length)) })).pdf,
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
