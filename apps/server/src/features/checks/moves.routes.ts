import { ReadTransaction } from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readerOf } from '../../http/caller.ts';
import { failures } from '../../http/failures.ts';
import { assertWithin } from '../../http/limiter.ts';
import { networkOf } from '../../http/rate-limit.ts';
import type { ChecksService } from './checks.service.ts';

export interface MovesRoutesOptions {
  readonly checks: Pick<ChecksService, 'findMoves'>;
  readonly readsPerMinute: number;
}

const MINUTE = { windowMs: 60_000 };
/**
 * Requests that look a transaction up at providers, which cost no check, by all servers together: of one reader, of all
 * visitors, who leave the providers to people with an account, and of everybody.
 */
const LOOK_UPS = { name: 'transaction look-ups', max: 240, ...MINUTE };
const LOOK_UPS_OF_VISITORS = { name: 'transaction look-ups of visitors', max: 90, ...MINUTE };
const LOOK_UPS_OF_NETWORK = { name: 'transaction look-ups of a network', max: 12, ...MINUTE };
const LOOK_UPS_OF_PERSON = { name: 'transaction look-ups of a person', max: 30, ...MINUTE };

export const movesRoutes: FastifyPluginAsyncZod<MovesRoutesOptions> = async (app, { checks, readsPerMinute }) => {
  /** The reader's own limit first: what it refuses counts for nobody else. */
  async function admitLookUp(request: FastifyRequest): Promise<void> {
    if (request.caller === null) {
      await assertWithin(app.limiter, LOOK_UPS_OF_NETWORK, networkOf(request));
      await assertWithin(app.limiter, LOOK_UPS_OF_VISITORS, 'all');
    } else {
      await assertWithin(app.limiter, LOOK_UPS_OF_PERSON, request.caller.sub);
    }
    await assertWithin(app.limiter, LOOK_UPS, 'all');
  }

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
      const reader = { owner: readerOf(request), admitLookUp: () => admitLookUp(request) };
      return { data: await checks.findMoves(request.query, reader, request.signal) };
    },
  );
};
