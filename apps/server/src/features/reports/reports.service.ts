import { createHash } from 'node:crypto';
import { PREVIEW_LAYOUT, REPORT_LAYOUT } from '@assay/report';
import type { ChecksService } from '../checks/index.ts';
import type { CertificatesPort, IssuedForReport, ReportCache, ReportRenderer, ReportSeal } from './reports.ports.ts';

export interface ReportsDeps {
  readonly checks: Pick<ChecksService, 'openCheck'>;
  readonly certificates: CertificatesPort;
  readonly renderer: ReportRenderer;
  readonly cache: ReportCache;
  /** Null leaves the file itself unsigned; its attached certificate always is. */
  readonly seal: () => Promise<ReportSeal | null>;
}

/** A file and its content's name, for caches. */
export interface RenderedFile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export interface ReportsService {
  /**
   * The signed report of a finished check, for whoever may open it. `reader` is null for guests.
   *
   * @throws AppError NotFound, ReportNotReady, ReportMissing, NoCertificate, Overloaded
   */
  readReport(subId: string, reader: string | null): Promise<RenderedFile>;
  /** The picture for link previews; errors as above. */
  readPreview(subId: string, reader: string | null): Promise<RenderedFile>;
}

export function buildReportsService(deps: ReportsDeps): ReportsService {
  const { checks, certificates, renderer, cache } = deps;
  const running = new Map<string, Promise<Uint8Array>>();

  /** From the cache, else rendered once, however many ask at the same time. */
  async function obtain(key: string, make: () => Promise<Uint8Array>): Promise<RenderedFile> {
    const etag = `"${key}"`;
    const kept = await cache.get(key);
    if (kept !== null) return { bytes: kept, etag };
    const begun = running.get(key) ?? begin(key, make);
    return { bytes: await begun, etag };
  }

  function begin(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const work = make()
      .then(async (bytes) => {
        await cache.put(key, bytes);
        return bytes;
      })
      .finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  return {
    async readReport(subId, reader) {
      const { subId: id } = await checks.openCheck(subId, reader);
      const certificate = await certificates.certify(id);
      const seal = await deps.seal();
      return obtain(`${digestOf(REPORT_LAYOUT, seal?.id ?? 'unsigned', certificate)}.pdf`, async () => {
        const pdf = await renderer.renderPdf(certificate, seal?.roomBytes ?? null);
        return seal === null ? pdf : seal.sign(pdf);
      });
    },

    async readPreview(subId, reader) {
      const { subId: id } = await checks.openCheck(subId, reader);
      const certificate = await certificates.certify(id);
      return obtain(`${digestOf(PREVIEW_LAYOUT, '', certificate)}.png`, () => renderer.renderPng(certificate));
    },
  };
}

function digestOf(layout: string, seal: string, { body }: IssuedForReport): string {
  return createHash('sha256').update(`${layout}\n${seal}\n${body}`).digest('hex');
}
