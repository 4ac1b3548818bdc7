import { FindBotTransaction, ReadBotTransaction, RunBotPayment } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import { admitLookUp } from '../../checks/checks/index.ts';
import type { BotChecksService } from './bot-checks.service.ts';
import type { Asking, BotTransactionsService } from './bot-transactions.service.ts';

export interface BotTransactionRoutesOptions {
  readonly bot: {
    readonly transactions: BotTransactionsService;
    readonly checks: Pick<BotChecksService, 'checkPayment'>;
  };
}

/** Routes for transactions and checks of their payments from a chat. Protected by the guard of `botRoutes`. */
export const botTransactionRoutes: FastifyPluginAsyncZod<BotTransactionRoutesOptions> = async (app, { bot }) => {
  const askingBy = (signal: AbortSignal): Asking => ({
    signal,
    admitLookUp: (sub) => admitLookUp(app.limiter, { sub }),
  });

  app.post(
    FindBotTransaction.path,
    {
      schema: {
        summary: 'What a transaction moved, for a Telegram user',
        description: 'With what the buttons under it ask. Costs nothing.',
        tags: ['bot'],
        params: FindBotTransaction.params,
        body: FindBotTransaction.body,
        response: { ...FindBotTransaction.answers, ...failures(FindBotTransaction.errors) },
      },
    },
    async ({ params, body }, reply) => ({
      data: await bot.transactions.find(params.user_id, body, askingBy(goneSignal(reply))),
    }),
  );

  app.get(
    ReadBotTransaction.path,
    {
      schema: {
        summary: 'What it moved on the network or of the asset that a button names',
        tags: ['bot'],
        params: ReadBotTransaction.params,
        response: { ...ReadBotTransaction.answers, ...failures(ReadBotTransaction.errors) },
      },
    },
    async ({ params }, reply) => ({
      data: await bot.transactions.read(params.user_id, params.kept, askingBy(goneSignal(reply))),
    }),
  );

  app.post(
    RunBotPayment.path,
    {
      schema: {
        summary: 'Check a payment for a Telegram user',
        description: 'Answers within 15 s: 200 with the result, or 202 while it runs.',
        tags: ['bot'],
        params: RunBotPayment.params,
        headers: RunBotPayment.headers,
        response: { ...RunBotPayment.answers, ...failures(RunBotPayment.errors) },
      },
    },
    async ({ params, headers }, reply) => {
      const data = await bot.checks.checkPayment(params.user_id, params.kept, headers['idempotency-key']);
      return reply.code(data.status === 'running' ? 202 : 200).send({ data });
    },
  );
};
