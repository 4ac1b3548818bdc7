import { ASSETS } from '@assay/domain';
import type { FastifyPluginAsync } from 'fastify';
import { auditAlone, downloadRecorder, recordAudit } from '../../platform/audit/index.ts';
import { type BotFacts, botNameOf } from '../../platform/config/settings/bot-settings.ts';
import { type Pool, transactionsOf } from '../../platform/db/index.ts';
import { newId } from '../../platform/kernel/text/random-text.ts';
import { type Clock, SYSTEM_CLOCK } from '../../platform/kernel/time/clock.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import { assertMayDelete, besideHolds, type MailboxHash } from '../accounts/index.ts';
import { type ChecksService, checksPart, checksStore, type HistoryService } from '../checks/index.ts';
import { type FreeGrants, ledger, ledgerPart, type PaymentsService, paymentsPart } from '../money/index.ts';
import type { ReportsService } from '../reports/index.ts';
import { telegramPart } from './bot-accounts/account-part.store.ts';
import { type BotFeatures, type BotRoutesOptions, botRoutes, telegramRoutes } from './bot-accounts/bot.routes.ts';
import { type BotAccountsService, buildBotAccountsService } from './bot-accounts/bot-accounts.service.ts';
import { botAccountsStore } from './bot-accounts/bot-accounts.store.ts';
import { buildBotChecksService } from './bot-accounts/bot-checks.service.ts';
import { buildBotPaymentsService } from './bot-accounts/bot-payments.service.ts';
import { buildBotTransactionsService } from './bot-accounts/bot-transactions.service.ts';
import { botLedger } from './bot-accounts/free-checks.ts';
import { joinLinksStore } from './bot-accounts/join-links.store.ts';
import { buildJoiningService } from './bot-accounts/joining.service.ts';
import { buildKeptAddressesService } from './bot-accounts/kept-addresses.service.ts';
import { buildKeptTransactions } from './bot-accounts/kept-transactions.ts';
import { type BotLimits, DEFAULT_BOT_LIMITS } from './bot-accounts/service-credential.ts';
import { type BotProcess, botSecretsOf, startBot } from './outside/telegram/bot-process.ts';

const HOUR_MS = 3_600_000;

export interface TelegramParts {
  readonly checks: ChecksService;
  readonly history: HistoryService;
  readonly reports: ReportsService;
  readonly payments: PaymentsService;
  /** Keyed, so that a reader of the balance ledger cannot find out which Telegram users had their free checks. */
  readonly hash: MailboxHash;
  readonly publicUrl: string;
  readonly facts: Pick<BotFacts, 'freeChecks'>;
  readonly grants: FreeGrants;
  /** On Telegram, without the @; null where this installation has none. */
  readonly botUsername: string | null;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the stores of the database. */
  readonly stores?: { readonly accounts: typeof botAccountsStore; readonly links: typeof joinLinksStore };
}

/** Constructs the server's side of the Telegram bot over one database. */
export function wireTelegram(pool: Pool, parts: TelegramParts): BotFeatures {
  const { publicUrl, clock = SYSTEM_CLOCK, facts, botUsername } = parts;
  const { stores = { accounts: botAccountsStore, links: joinLinksStore } } = parts;
  const shared = {
    db: pool,
    transaction: transactionsOf(pool),
    clock,
  };
  const accounts: BotAccountsService = buildBotAccountsService({
    ...shared,
    besideHolds: (work) => besideHolds(pool, work),
    assertMayDelete,
    accounts: stores.accounts,
    ledger: botLedger(ledger, { freeChecks: facts.freeChecks, grants: parts.grants, hash: parts.hash }),
    own: [checksPart(ledger), paymentsPart, ledgerPart],
    newId,
    freeChecks: facts.freeChecks,
    joinUrl: `${publicUrl}/account/privacy#telegram`,
  });
  const kept = buildKeptTransactions({ db: pool, clock });
  return {
    accounts,
    checks: buildBotChecksService({
      db: pool,
      clock,
      accounts: stores.accounts,
      chats: accounts,
      checks: parts.checks,
      findByKey: (owner, key) => checksStore.findByKey(pool, owner, key),
      history: parts.history,
      reports: parts.reports,
      recordDownload: downloadRecorder(pool, auditAlone(pool)),
      payments: kept,
      publicUrl,
    }),
    transactions: buildBotTransactionsService({ chats: accounts, checks: parts.checks, kept }),
    payments: buildBotPaymentsService({
      chats: accounts,
      payments: parts.payments,
      publicUrl,
      botUsername,
    }),
    addresses: buildKeptAddressesService({ db: pool, clock, catalogue: ASSETS }),
    joining: buildJoiningService({
      ...shared,
      accounts: stores.accounts,
      links: stores.links,
      chats: accounts,
      botUsername,
      audit: recordAudit,
    }),
  };
}

export interface BotNeeds extends Pick<TelegramParts, 'checks' | 'history' | 'reports' | 'payments' | 'grants'> {
  readonly mailboxHash: MailboxHash;
  /** True where the payment providers are local stand-ins. */
  readonly isPaymentTrial: boolean;
}

/** The Telegram bot: chat accounts, their calls, and the process that talks to Telegram. */
export const bot = {
  name: 'bot',
  personParts: [telegramPart],

  async open(
    { pool, config, log, clock }: Context,
    { mailboxHash, isPaymentTrial, ...parts }: BotNeeds,
  ): Promise<OpenModule> {
    const { host, publicUrl, productName } = config;
    const secrets = await botSecretsOf(config.bot, config.dataDir);
    const features = wireTelegram(pool, {
      ...parts,
      clock,
      hash: mailboxHash,
      publicUrl,
      facts: config.bot,
      botUsername: botNameOf(config.bot, config.operator),
    });
    let process: BotProcess | null = null;
    return {
      calls: botCalls(features, { secrets, productName, isTrial: isPaymentTrial, host, publicUrl }),
      regular: [
        {
          everyMs: HOUR_MS,
          failure: 'old requests of the bot could not be forgotten',
          work: () => features.accounts.forgetOld(),
        },
      ],
      onListening: async () => {
        process = startBot(config, secrets, log);
      },
      beforeClose: async () => {
        await process?.stop();
      },
    };
  },
};

export function botCalls(
  features: BotFeatures,
  { limits, ...options }: Omit<BotRoutesOptions, 'bot' | 'limits'> & { readonly limits?: Partial<BotLimits> },
): FastifyPluginAsync {
  return async (api) => {
    await api.register(telegramRoutes, { joining: features.joining });
    await api.register(botRoutes, { ...options, bot: features, limits: { ...DEFAULT_BOT_LIMITS, ...limits } });
  };
}
