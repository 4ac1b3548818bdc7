import { recogniseTextNow } from '@assay/address/secrets';
import { Suggest, SuggestByBody } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import type { SuggestService } from './suggest.service.ts';

/** Whether a text can be both an address and a private key. */
function isUndecided(text: string): boolean {
  return recogniseTextNow(text).is === 'key or transaction';
}

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
      // A text that may be a private key does not belong in a query; only the request with a body reports it.
      if (isUndecided(address)) return { data: { suggestions: [] } };
      return { data: { suggestions: await options.suggestions.suggest(address, limit) } };
    },
  );

  app.post(
    SuggestByBody.path,
    {
      schema: {
        summary: 'Assets an address can belong to, with the address in the body',
        tags: ['wallet'],
        body: SuggestByBody.body,
        response: { ...SuggestByBody.answers, ...failures(SuggestByBody.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
    },
    async (request, reply) => {
      const { address, limit } = request.body;
      reply.header('cache-control', 'no-store');
      return { data: { suggestions: await options.suggestions.suggest(address, limit) } };
    },
  );
};
