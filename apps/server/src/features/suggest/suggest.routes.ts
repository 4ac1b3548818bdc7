import { Suggest } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../plugins/failures.ts';
import type { SuggestService } from './suggest.service.ts';

export interface SuggestRoutesOptions {
  readonly suggestions: SuggestService;
  readonly readsPerMinute: number;
}

export const suggestRoutes: FastifyPluginAsyncZod<SuggestRoutesOptions> = async (app, options) => {
  app.get(
    Suggest.path,
    {
      schema: {
        summary: 'Assets an address can belong to',
        tags: ['wallet'],
        querystring: Suggest.query,
        response: { ...Suggest.answers, ...failures(Suggest.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request) => {
      const { address, limit } = request.query;
      return { data: { suggestions: await options.suggestions.suggest(address, limit) } };
    },
  );
};
