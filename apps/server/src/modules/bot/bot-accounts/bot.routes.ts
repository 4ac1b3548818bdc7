import {
  ForgetBotAccount,
  JoinBotAccount,
  KeepAddress,
  OpenBotAccount,
  OpenBotPayment,
  PartBotAccount,
  PreviewBotJoin,
  ReadBotPayment,
  ReadBotPrices,
  ReadKeptAddress,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isLoopbackVisit } from '../../../platform/kernel/network/loopback.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';
import { botCheckRoutes } from './bot-checks.routes.ts';
import type { BotChecksService } from './bot-checks.service.ts';
import type { BotPaymentsService } from './bot-payments.service.ts';
import { botTransactionRoutes } from './bot-transactions.routes.ts';
import type { BotTransactionsService } from './bot-transactions.service.ts';
import type { JoiningService } from './joining.service.ts';
import type { KeptAddressesService } from './kept-addresses.service.ts';
import { type BotLimits, guardBotCalls } from './service-credential.ts';

export interface BotFeatures {
  readonly accounts: BotAccountsService;
  readonly checks: BotChecksService;
  readonly payments: BotPaymentsService;
  readonly addresses: KeptAddressesService;
  readonly transactions: BotTransactionsService;
  readonly joining: JoiningService;
}

export interface BotRoutesOptions extends BotLimits {
  readonly bot: BotFeatures;
  /** The accepted secrets of the bot; at least one. */
  readonly secrets: readonly string[];
  readonly productName: string;
  /** True where the payment providers are local stand-ins. */
  readonly isTrial: boolean;
  readonly host: string;
  readonly publicUrl: string;
}

/** Routes only for the bot. Each call acts only for the Telegram user it names. */
export const botRoutes: FastifyPluginAsyncZod<BotRoutesOptions> = async (app, options) => {
  const { bot } = options;
  guardBotCalls(app, options.secrets, options);
  app.addHook('preValidation', (_request, _reply, done) => inService('bot', done));
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.put(
    OpenBotAccount.path,
    {
      schema: {
        summary: 'Open or read the account of a Telegram user',
        tags: ['bot'],
        params: OpenBotAccount.params,
        body: OpenBotAccount.body,
        response: { ...OpenBotAccount.answers, ...failures(OpenBotAccount.errors) },
      },
    },
    async ({ params, body }) => ({ data: await bot.accounts.open(params.user_id, body.language ?? null) }),
  );

  app.delete(
    ForgetBotAccount.path,
    {
      schema: {
        summary: 'Forget a Telegram user',
        tags: ['bot'],
        params: ForgetBotAccount.params,
        response: { ...ForgetBotAccount.answers, ...failures(ForgetBotAccount.errors) },
      },
    },
    async ({ params }) => {
      await bot.accounts.forget(params.user_id);
      return { data: { deleted: true as const } };
    },
  );

  app.post(
    PreviewBotJoin.path,
    {
      schema: {
        summary: 'Whose account a join link is for',
        tags: ['bot'],
        params: PreviewBotJoin.params,
        body: PreviewBotJoin.body,
        response: { ...PreviewBotJoin.answers, ...failures(PreviewBotJoin.errors) },
      },
    },
    async ({ params, body }) => ({ data: await bot.joining.preview(params.user_id, body.token) }),
  );

  app.post(
    JoinBotAccount.path,
    {
      schema: {
        summary: 'Join a chat to an account of the site',
        tags: ['bot'],
        params: JoinBotAccount.params,
        body: JoinBotAccount.body,
        response: { ...JoinBotAccount.answers, ...failures(JoinBotAccount.errors) },
      },
    },
    async ({ params, body }) => ({ data: await bot.joining.join(params.user_id, body.token) }),
  );

  app.delete(
    PartBotAccount.path,
    {
      schema: {
        summary: 'Part a chat from its account',
        tags: ['bot'],
        params: PartBotAccount.params,
        response: { ...PartBotAccount.answers, ...failures(PartBotAccount.errors) },
      },
    },
    async ({ params }) => ({ data: await bot.joining.partChat(params.user_id) }),
  );

  app.get(
    ReadBotPrices.path,
    {
      schema: {
        summary: 'What checks cost in a chat',
        tags: ['bot'],
        params: ReadBotPrices.params,
        response: { ...ReadBotPrices.answers, ...failures(ReadBotPrices.errors) },
      },
    },
    async () => ({ data: { prices: bot.payments.prices() } }),
  );

  app.post(
    OpenBotPayment.path,
    {
      schema: {
        summary: 'Open an order for checks from a chat',
        tags: ['bot'],
        params: OpenBotPayment.params,
        body: OpenBotPayment.body,
        response: { ...OpenBotPayment.answers, ...failures(OpenBotPayment.errors) },
      },
    },
    async ({ params, body, headers }) => {
      // Stand-in providers work only on this machine: requests from elsewhere cannot buy.
      if (options.isTrial && !isLoopbackVisit(options, headers)) throw new AppError('PaymentsNotOffered');
      return { data: await bot.payments.buy(params.user_id, body) };
    },
  );

  app.get(
    ReadBotPayment.path,
    {
      schema: {
        summary: 'State of an order of a chat',
        tags: ['bot'],
        params: ReadBotPayment.params,
        response: { ...ReadBotPayment.answers, ...failures(ReadBotPayment.errors) },
      },
    },
    async ({ params }) => ({ data: await bot.payments.order(params.user_id, params.order_id) }),
  );

  app.post(
    KeepAddress.path,
    {
      schema: {
        summary: 'Keep an address that does not fit into a deep link',
        tags: ['bot'],
        body: KeepAddress.body,
        response: { ...KeepAddress.answers, ...failures(KeepAddress.errors) },
      },
    },
    async ({ body }) => ({ data: { id: await bot.addresses.keep(body.address) } }),
  );

  app.get(
    ReadKeptAddress.path,
    {
      schema: {
        summary: 'Read a kept address',
        tags: ['bot'],
        params: ReadKeptAddress.params,
        response: { ...ReadKeptAddress.answers, ...failures(ReadKeptAddress.errors) },
      },
    },
    async ({ params }) => ({ data: { address: await bot.addresses.read(params.id) } }),
  );

  await app.register(botCheckRoutes, options);
  await app.register(botTransactionRoutes, options);
};
