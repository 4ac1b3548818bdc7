import { randomBytes } from 'node:crypto';
import { ASSETS } from '@assay/domain';
import { keptSecret } from './adapters/secret/kept-secret.ts';
import type { BotFacts } from './bot-settings.ts';
import { inTransaction, type Pool } from './db/index.ts';
import type { MailboxHash } from './features/auth/index.ts';
import {
  type BotAccountsService,
  type BotFeatures,
  botAccountsStore,
  buildBotAccountsService,
  buildBotChecksService,
  buildBotPaymentsService,
  buildJoiningService,
  buildKeptAddressesService,
  joinLinksStore,
  keptAddressesStore,
} from './features/bot-accounts/index.ts';
import { type ChecksService, checksPart, checksStore } from './features/checks/index.ts';
import type { HistoryService } from './features/history/index.ts';
import { FREE_TARIFF, type Ledger, ledger, ledgerPart } from './features/ledger/index.ts';
import { type PaymentsService, paymentsPart } from './features/payments/index.ts';
import type { ReportsService } from './features/reports/index.ts';
import { type OperatorFacts, unnamedOperatorSettings } from './operator-settings.ts';

export interface TelegramParts {
  readonly checks: ChecksService;
  readonly history: HistoryService;
  readonly reports: ReportsService;
  readonly payments: PaymentsService;
  /** Keyed: whoever reads the ledger cannot find out which Telegram users had their free checks. */
  readonly hash: MailboxHash;
  readonly publicUrl: string;
  readonly facts: Pick<BotFacts, 'freeChecks'>;
  /** On Telegram, without the @; null where this installation has none. */
  readonly botUsername: string | null;
  /** Default: the time of this machine. */
  readonly clock?: { now(): Date };
  /** Default: the one ledger. */
  readonly book?: Pick<Ledger, 'grant' | 'stateOf'>;
  /** Default: the stores of the database. */
  readonly stores?: { readonly accounts: typeof botAccountsStore; readonly links: typeof joinLinksStore };
}

/** The bot's name on Telegram, without the @; null where this installation runs none, or none was named. */
export function botNameOf(bot: BotFacts, operator: OperatorFacts): string | null {
  const hasBot = bot.token !== null || bot.secrets.length > 0;
  return hasBot && !unnamedOperatorSettings(operator).includes('BOT_USERNAME') ? operator.botUsername : null;
}

/** What the bot may show: the operator's secrets, else one that is kept where a bot is started here; none without a bot. */
export async function botSecretsOf(bot: BotFacts, dataDir: string): Promise<readonly string[]> {
  if (bot.secrets.length > 0 || bot.token === null) return bot.secrets;
  return [Buffer.from(await keptSecret(null, dataDir, 'bot')).toString('hex')];
}

/** Puts the server's side of the Telegram bot together over one database. */
export function wireTelegram(pool: Pool, parts: TelegramParts): BotFeatures {
  const { publicUrl, clock = { now: () => new Date() }, book = ledger, facts, botUsername } = parts;
  const { stores = { accounts: botAccountsStore, links: joinLinksStore } } = parts;
  const shared = {
    db: pool,
    transaction: <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(pool, work),
    clock,
  };
  const own = [checksPart(ledger), paymentsPart, ledgerPart];
  const accounts: BotAccountsService = buildBotAccountsService({
    ...shared,
    accounts: stores.accounts,
    ledger: {
      async giveFree(db, { sub, telegramId, now }) {
        if (facts.freeChecks === 0) return;
        const key = `telegram:${parts.hash(`telegram user ${telegramId}`)}`;
        const checks = facts.freeChecks;
        await book.grant(db, { sub, tariff: FREE_TARIFF, checks, reason: 'telegram', key, expiresAt: null, now });
      },
      stateOf: (db, sub, now) => book.stateOf(db, sub, now),
    },
    async eraseOwn(db, sub, now) {
      for (const part of own) await part.erase(db, sub, now);
    },
    newId: () => randomBytes(16).toString('hex'),
    freeChecks: facts.freeChecks,
    joinUrl: `${publicUrl}/account/privacy#telegram`,
  });
  return {
    accounts,
    checks: buildBotChecksService({
      db: pool,
      clock,
      accounts: stores.accounts,
      chats: accounts,
      checks: parts.checks,
      findByKey: async (owner, key) => (await checksStore.findByKey(pool, owner, key))?.subId ?? null,
      history: parts.history,
      reports: parts.reports,
      publicUrl,
    }),
    payments: buildBotPaymentsService({
      chats: accounts,
      payments: parts.payments,
      returnUrl: botUsername === null ? `${publicUrl}/` : `https://t.me/${botUsername}`,
    }),
    addresses: buildKeptAddressesService({ db: pool, clock, store: keptAddressesStore, catalogue: ASSETS }),
    joining: buildJoiningService({
      ...shared,
      accounts: stores.accounts,
      links: stores.links,
      chats: accounts,
      botUsername,
    }),
  };
}
