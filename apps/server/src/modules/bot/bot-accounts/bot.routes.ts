import {
  BotHistory,
  CachedBotResults,
  ChooseTelegramWorkspace,
  FindBotTransaction,
  ForgetBotAccount,
  JoinBotAccount,
  KeepAddress,
  MakeJoinLink,
  OpenBotAccount,
  OpenBotPayment,
  PartBotAccount,
  PartTelegram,
  PreviewBotJoin,
  ReadBotCheck,
  ReadBotPayment,
  ReadBotPrices,
  ReadBotReport,
  ReadBotTransaction,
  ReadKeptAddress,
  ReadTelegram,
  RunBotCheck,
  RunBotPayment,
  ShareBotCheck,
  UnshareBotCheck,
} from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { goneSignal } from '../../../platform/http/watch/gone-signal.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isLoopbackVisit } from '../../../platform/kernel/network/loopback.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { refuseSecretAsAddress } from '../../../platform/kernel/text/pasted-secrets.ts';
import { admitLookUp } from '../../checks/index.ts';
import { attachmentOf } from '../../reports/index.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';
import type { BotChecksService } from './bot-checks.service.ts';
import type { BotPaymentsService } from './bot-payments.service.ts';
import type { Asking, BotTransactionsService } from './bot-transactions.service.ts';
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

export interface BotRoutesOptions {
  readonly bot: BotFeatures;
  /** The accepted secrets of the bot; without one, no call is there. */
  readonly secrets: readonly string[];
  readonly limits: BotLimits;
  readonly productName: string;
  /** True where the payment providers are local stand-ins. */
  readonly isTrial: boolean;
  readonly host: string;
  readonly publicUrl: string;
}

export interface BotTransactionRoutesOptions {
  readonly bot: {
    readonly transactions: BotTransactionsService;
    readonly checks: Pick<BotChecksService, 'checkPayment'>;
  };
}

/** Calls only for the bot. Each acts only for the Telegram user it names. */
export async function botRoutes(app: FastifyInstance, options: BotRoutesOptions): Promise<void> {
  if (options.secrets.length === 0) return;
  const { accounts, joining, payments, addresses, checks } = options.bot;
  guardBotCalls(app, options.secrets, options.limits);
  app.addHook('preValidation', (_request, _reply, done) => inService('bot', done));

  answerCall(app, OpenBotAccount, ({ params, body }) => accounts.open(params.user_id, body.language ?? null));

  answerCall(app, ForgetBotAccount, async ({ params }) => {
    await accounts.forget(params.user_id);
    return { deleted: true as const };
  });

  answerCall(app, PreviewBotJoin, ({ params, body }) => joining.preview(params.user_id, body.token));

  answerCall(app, JoinBotAccount, ({ params, body }) => joining.join(params.user_id, body.token));

  answerCall(app, PartBotAccount, ({ params }) => joining.partChat(params.user_id));

  answerCall(app, ReadBotPrices, async () => ({ prices: payments.prices() }));

  answerCall(app, OpenBotPayment, async ({ params, body, request }) => {
    // Stand-in providers work only on this machine: requests from elsewhere cannot buy.
    if (options.isTrial && !isLoopbackVisit(options, request.headers)) throw new AppError('PaymentsNotOffered');
    return payments.buy(params.user_id, body);
  });

  answerCall(app, ReadBotPayment, ({ params }) => payments.order(params.user_id, params.order_id));

  answerCall(app, KeepAddress, async ({ body }) => ({ id: await addresses.keep(body.address) }));

  answerCall(app, ReadKeptAddress, async ({ params }) => ({ address: await addresses.read(params.id) }));

  answerCall(app, RunBotCheck, async ({ params, body, headers, reply }) => {
    const data = await checks.check(params.user_id, body, headers['idempotency-key']);
    if (data.status === 'running') reply.code(202);
    return data;
  });

  answerCall(app, ReadBotCheck, ({ params }) => checks.read(params.user_id, params.sub_id));

  answerCall(app, ReadBotReport, async ({ params, reply }) => {
    const { bytes } = await checks.report(params.user_id, params.sub_id);
    reply.header('content-disposition', attachmentOf(options.productName, params.sub_id.toLowerCase()));
    return reply.type(ReadBotReport.contentType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });

  answerCall(app, ShareBotCheck, ({ params }) => checks.share(params.user_id, params.sub_id));

  answerCall(app, UnshareBotCheck, ({ params }) => checks.unshare(params.user_id, params.sub_id));

  answerCall(app, CachedBotResults, async ({ params, query }) => {
    refuseSecretAsAddress(query.address);
    return { results: [...(await checks.cached(params.user_id, query.address))] };
  });

  answerCall(app, BotHistory, ({ params, query }) => checks.history(params.user_id, query));

  await app.register(botTransactionRoutes, options);
}

/** Calls about transactions and checks of their payments from a chat. Protected by the guard of `botRoutes`. */
export async function botTransactionRoutes(app: FastifyInstance, { bot }: BotTransactionRoutesOptions): Promise<void> {
  const askingBy = (signal: AbortSignal): Asking => ({
    signal,
    admitLookUp: (sub) => admitLookUp(app.limiter, { sub }),
  });

  answerCall(app, FindBotTransaction, ({ params, body, reply }) =>
    bot.transactions.find(params.user_id, body, askingBy(goneSignal(reply))),
  );

  answerCall(app, ReadBotTransaction, ({ params, reply }) =>
    bot.transactions.read(params.user_id, params.kept, askingBy(goneSignal(reply))),
  );

  answerCall(app, RunBotPayment, async ({ params, headers, reply }) => {
    const data = await bot.checks.checkPayment(params.user_id, params.kept, headers['idempotency-key']);
    if (data.status === 'running') reply.code(202);
    return data;
  });
}

/** Calls of the signed-in site about the Telegram chat of the user's own account. */
export async function telegramRoutes(
  app: FastifyInstance,
  { joining }: { readonly joining: JoiningService },
): Promise<void> {
  answerCall(app, ReadTelegram, ({ request }) => joining.state(callerOf(request).sub));

  answerCall(app, MakeJoinLink, ({ request }) => joining.makeLink(callerOf(request).sub));

  answerCall(app, ChooseTelegramWorkspace, ({ body, request }) =>
    joining.chooseWorkspace(callerOf(request).sub, body.workspace_id),
  );

  answerCall(app, PartTelegram, ({ request }) => joining.partSite(callerOf(request).sub));
}
