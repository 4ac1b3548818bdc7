import type { FastifyPluginAsync } from 'fastify';
import { type CertificateRoutesOptions, certificateRoutes, keyRoutes } from './certificate/certificate.routes.ts';
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
