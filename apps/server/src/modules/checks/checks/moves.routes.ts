import { ReadTransaction } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readerOf } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import { networkOf } from '../../../platform/http/rate-limit.ts';
import type { ChecksService } from './checks.service.ts';
import { admitLookUp, type LookUpReader } from './moves/look-up-limits.ts';

export interface MovesRoutesOptions {
  readonly checks: Pick<ChecksService, 'findMoves'>;
  readonly readsPerMinute: number;
}

export const movesRoutes: FastifyPluginAsyncZod<MovesRoutesOptions> = async (app, { checks, readsPerMinute }) => {
  app.get(
    ReadTransaction.path,
    {
      schema: {
        summary: 'What a transaction moved',
        description:
          'Movements of one asset, and the addresses that paid or received, each in pages of 50. Costs nothing. Providers are asked where no record is of it, up to a limit. Labels are for callers with an account.',
        tags: ['monitor'],
        querystring: ReadTransaction.query,
        response: { ...ReadTransaction.answers, ...failures(ReadTransaction.errors) },
      },
      config: { rateLimit: { max: readsPerMinute } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const reader = { owner: readerOf(request), admitLookUp: () => admitLookUp(app.limiter, lookUpReaderOf(request)) };
      return { data: await checks.findMoves(request.query, reader, goneSignal(reply)) };
    },
  );
};

function lookUpReaderOf(request: FastifyRequest): LookUpReader {
  return request.caller === null ? { network: networkOf(request) } : { sub: request.caller.sub };
}
