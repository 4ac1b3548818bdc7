import { ReadGraph } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readerOf } from '../../http/caller.ts';
import { failures } from '../../http/failures.ts';
import type { ExplorerService } from './explorer.service.ts';

export interface ExplorerRoutesOptions {
  readonly explorer: ExplorerService;
  readonly checksPerMinute: number;
  readonly readsPerMinute: number;
}

/** The evidence of a check as a graph, and what its owner adds to it. */
export const explorerRoutes: FastifyPluginAsyncZod<ExplorerRoutesOptions> = async (app, options) => {
  const { explorer } = options;

  app.get(
    ReadGraph.path,
    {
      schema: {
        summary: 'Read the evidence of a check as a graph',
        description: 'The stored evidence of a finished check; the same for everyone who may open it.',
        tags: ['monitor'],
        params: ReadGraph.params,
        response: { ...ReadGraph.answers, ...failures(ReadGraph.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await explorer.graphOf(request.params.sub_id.toLowerCase(), readerOf(request)) };
    },
  );
};
