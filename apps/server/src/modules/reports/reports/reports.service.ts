import { createHash } from 'node:crypto';
import type { ReportOperator } from '@assay/report';
import { PREVIEW_LAYOUT, REPORT_LAYOUT } from '@assay/report/signing';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { ChecksService } from '../../checks/index.ts';
import type { CertificatesPort, IssuedForReport, ReportCache, ReportRenderer, ReportSeal } from './reports.ports.ts';

export interface ReportsDeps {
  readonly checks: Pick<ChecksService, 'openCheck'>;
  readonly certificates: CertificatesPort;
  readonly renderer: ReportRenderer;
  readonly cache: ReportCache;
  /** @throws AppError SigningUnavailable: no unsigned file is sent */
  readonly seal: () => Promise<ReportSeal>;
  readonly clock: Clock;
  /** Printed on reports as the issuer; null where nobody is named. */
  readonly operator: ReportOperator | null;
}

/** For this time a report without a time stamp is served before the authorities are asked again. */
export const UNSTAMPED_FOR_MS = 10 * 60_000;

/** A file and the name of its content, for caches. */
export interface RenderedFile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

export interface ReportsService {
  /**
   * The signed report of a finished check, for a reader with access to it. `reader` is null for visitors; `isOfReader`
   * says whether the check is the reader's.
   *
   * @throws AppError NotFound, ReportNotReady, ReportMissing, NoCertificate, SigningUnavailable, Overloaded
   */
  readReport(subId: string, reader: string | null): Promise<RenderedFile & { readonly isOfReader: boolean }>;
  /** The picture for link previews; errors as above. */
  readPreview(subId: string, reader: string | null): Promise<RenderedFile>;
}

export function buildReportsService(deps: ReportsDeps): ReportsService {
  const { checks, certificates, renderer, cache, clock, operator } = deps;
  const layout = operator === null ? REPORT_LAYOUT : `${REPORT_LAYOUT} ${operator.name} ${operator.contact}`;
  const running = new Map<string, Promise<RenderedFile>>();

  /** The cached file under the first of the names that has one; else rendered once for all concurrent callers. */
  async function obtain(names: readonly string[], make: () => Promise<NamedFile>): Promise<RenderedFile> {
    for (const name of names) {
      const bytes = await cache.get(name);
      if (bytes !== null) return { bytes, etag: etagOf(name) };
    }
    const key = names.join(' ');
    return running.get(key) ?? begin(key, make);
  }

  function begin(key: string, make: () => Promise<NamedFile>): Promise<RenderedFile> {
    const work = make()
      .then(async ({ name, bytes }) => {
        await cache.put(name, bytes);
        return { bytes, etag: etagOf(name) };
      })
      .finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }

  /** Access is checked before rendering and again after it, because the result may be revoked meanwhile. */
  async function readFile(
    subId: string,
    reader: string | null,
    fileOf: (certificate: IssuedForReport) => Promise<RenderedFile>,
  ): Promise<RenderedFile & { readonly isOfReader: boolean }> {
    const { subId: id, owner } = await checks.openCheck(subId, reader);
    const file = await fileOf(await certificates.certify(id));
    await checks.openCheck(id, reader);
    return { ...file, isOfReader: reader !== null && owner === reader };
  }

  return {
    readReport: (subId, reader) =>
      readFile(subId, reader, async (certificate) => {
        const seal = await deps.seal();
        const complete = `${digestOf(layout, seal.id, certificate)}.pdf`;
        // Named by the time, so that it is not found any more when that time is over.
        const turn = Math.floor(clock.now().getTime() / UNSTAMPED_FOR_MS);
        const forNow = `${digestOf(layout, `${seal.id} without time stamp ${turn}`, certificate)}.pdf`;
        return obtain([complete, forNow], async () => {
          const pdf = await renderer.renderPdf(certificate, seal.roomBytes, operator);
          const sealed = await seal.sign(pdf);
          await certificates.recordFile(subId, sealed.pdf);
          return { name: sealed.isComplete ? complete : forNow, bytes: sealed.pdf };
        });
      }),

    readPreview: (subId, reader) =>
      readFile(subId, reader, (certificate) => {
        const name = `${digestOf(PREVIEW_LAYOUT, '', certificate)}.png`;
        return obtain([name], async () => ({ name, bytes: await renderer.renderPng(certificate) }));
      }),
  };
}

interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function etagOf(name: string): string {
  return `"${name}"`;
}

function digestOf(layout: string, seal: string, { body }: IssuedForReport): string {
  return createHash('sha256').update(`${layout}\n${seal}\n${body}`).digest('hex');
}
