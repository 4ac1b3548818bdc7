import { Me } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller } from '../../plugins/caller.ts';
import { failures } from '../../plugins/failures.ts';
import type { BalanceService } from './balance.service.ts';

export interface BalanceRoutesOptions {
  readonly balance: BalanceService;
  readonly readsPerMinute: number;
}

export const balanceRoutes: FastifyPluginAsyncZod<BalanceRoutesOptions> = async (app, { balance, readsPerMinute }) => {
  app.get(
    Me.path,
    {
      schema: { summary: 'The user who asks', response: { ...Me.answers, ...failures(Me.errors) } },
      config: { rateLimit: { max: readsPerMinute } },
      preParsing: requireCaller,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await balance.userOf(callerOf(request)) };
    },
  );
};
