import { recogniseTextNow } from '@assay/address/secrets';
import { Suggest, SuggestByBody } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { SuggestService } from './suggest.service.ts';

/** Whether a text can be both an address and a private key. */
function isUndecided(text: string): boolean {
  return recogniseTextNow(text).is === 'key or transaction';
}

/** Calls that read the assets of an address. */
export async function suggestRoutes(
  app: FastifyInstance,
  { suggestions }: { readonly suggestions: SuggestService },
): Promise<void> {
  answerCall(
    app,
    Suggest,
    async ({ query }) => {
      const { address, limit } = query;
      // A text that may be a private key does not belong in a query; only the request with a body reports it.
      if (isUndecided(address)) return { suggestions: [] };
      return { suggestions: await suggestions.suggest(address, limit) };
    },
    { isStorable: true },
  );

  answerCall(app, SuggestByBody, async ({ body }) => ({
    suggestions: await suggestions.suggest(body.address, body.limit),
  }));
}
