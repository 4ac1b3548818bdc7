import type { FastifyPluginAsync } from 'fastify';
import { auditAlone, downloadRecorder } from '../../platform/audit/index.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import type { ChecksService } from '../checks/index.ts';
import { type CertificateRoutesOptions, certificateRoutes, keyRoutes } from './certificate/certificate.routes.ts';
import { type ReportFeatures, wireReports } from './open/reports.ts';
import { namedKeysFirst, openKeysOrRefuse } from './outside/signing/open-signing.ts';
import { type ReportsRoutesOptions, reportsRoutes } from './reports/reports.routes.ts';

export interface ReportsCallsOptions extends CertificateRoutesOptions, ReportsRoutesOptions {}

export function reportsCalls(options: ReportsCallsOptions): FastifyPluginAsync {
  return async (calls) => {
    await calls.register(certificateRoutes, options);
    await calls.register(reportsRoutes, options);
  };
}

/** The keys that sign, at a path of its own outside of the API. */
export function reportsPages({ certificates }: Pick<ReportsCallsOptions, 'certificates'>): FastifyPluginAsync {
  return async (pages) => {
    await pages.register(keyRoutes, { certificates, readsPerMinute: pages.limits.readsPerMinute });
  };
}

export interface OpenReports extends OpenModule, Pick<ReportFeatures, 'reports' | 'signer'> {
  /** Creates the keys where there are none; to be called after listening. What needs one before opens it. */
  readonly openKeys: () => Promise<void>;
}

/** Opens certificates, their keys and their reports. */
export async function openReports(
  { pool, service, config, log, securityEvents }: Context,
  checks: Pick<ChecksService, 'readCheck' | 'openCheck'>,
): Promise<OpenReports> {
  const features = wireReports(pool, config, checks, log, service);
  const { certificates, reports, signer } = features;
  const { productName } = config;
  const recordDownload = downloadRecorder(pool, auditAlone(pool));
  return {
    ...{ reports, signer },
    openKeys: await namedKeysFirst(config.signing, () => openKeysOrRefuse(features, log, securityEvents)),
    calls: reportsCalls({ checks, certificates, reports, recordDownload, productName }),
    pages: reportsPages({ certificates }),
    afterClosed: () => features.close(),
  };
}
