import { Coverage, SiteBuildCall } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { CoverageService } from './coverage.service.ts';
import type { SiteBuildPort } from './site.ports.ts';

export interface SiteRoutesOptions {
  readonly coverage: CoverageService;
  readonly site: SiteBuildPort;
  readonly readsPerMinute: number;
}

export const siteRoutes: FastifyPluginAsyncZod<SiteRoutesOptions> = async (app, options) => {
  const config = { rateLimit: { max: options.readsPerMinute } };
  app.get(
    SiteBuildCall.path,
    {
      schema: {
        summary: 'The build of the site that is served now',
        tags: ['site'],
        response: { ...SiteBuildCall.answers, ...failures(SiteBuildCall.errors) },
      },
      config,
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: { buildId: await options.site.buildId() } };
    },
  );
  app.get(
    Coverage.path,
    {
      schema: {
        summary: 'Lists, networks, assets and dates this installation holds',
        tags: ['site'],
        querystring: Coverage.query,
        response: { ...Coverage.answers, ...failures(Coverage.errors) },
      },
      config,
    },
    async (request) => ({ data: await options.coverage.coverage(request.query.page, request.query.conflicts) }),
  );
};
