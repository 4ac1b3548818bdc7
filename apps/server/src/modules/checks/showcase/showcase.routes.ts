import { Showcase } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { ShowcaseService } from './showcase.service.ts';

export interface ShowcaseRoutesOptions {
  readonly showcase: Pick<ShowcaseService, 'read'>;
  readonly readsPerMinute: number;
}

export const showcaseRoutes: FastifyPluginAsyncZod<ShowcaseRoutesOptions> = async (app, options) => {
  app.get(
    Showcase.path,
    {
      schema: {
        summary: 'Checks of the example addresses',
        description: 'Real checks of this installation, each public under its id. Empty until they were run.',
        tags: ['site'],
        response: { ...Showcase.answers, ...failures(Showcase.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: { checks: [...options.showcase.read()] } };
    },
  );
};
