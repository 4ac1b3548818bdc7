import { SourceHealthCall } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireAdmin } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import type { ReadSourceHealth } from './source-health.ports.ts';

export interface SourceHealthRoutesOptions {
  readonly read: ReadSourceHealth;
  readonly readsPerMinute: number;
}

export const sourceHealthRoutes: FastifyPluginAsyncZod<SourceHealthRoutesOptions> = async (app, options) => {
  app.get(
    SourceHealthCall.path,
    {
      schema: {
        summary: 'Who is asked for each chain, and how they are',
        tags: ['admin'],
        response: { ...SourceHealthCall.answers, ...failures(SourceHealthCall.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requireAdmin,
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await options.read() };
    },
  );
};
