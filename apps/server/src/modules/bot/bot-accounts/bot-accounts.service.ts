import type { BotAccount, BotLanguage } from '@assay/contracts';
import { mayIn } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { actThroughBot } from '../../../platform/kernel/request-scope.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { shortenEmail } from '../../../platform/kernel/text/shorten-email.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { BotLedger, BotRow, Chat, OwnPart } from './bot-accounts.ports.ts';
import type { BotAccountsStore } from './bot-accounts.store.ts';

export interface BotAccountsDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  /** The same for removals by age: a legal hold that is placed meanwhile waits until they are over. */
  readonly besideHolds: Transaction;
  readonly accounts: BotAccountsStore;
  /** @throws AppError UnderLegalHold */
  readonly assertMayDelete: (tx: Db, sub: string) => Promise<void>;
  readonly ledger: BotLedger;
  /** The chat's own data, in the order of erasure. */
  readonly own: readonly OwnPart[];
  readonly clock: Clock;
  readonly newId: () => string;
  /** Number of check credits that `giveFree` grants; used here only for display. */
  readonly freeChecks: number;
  /** Page of the site on which a chat can be joined to an account. */
  readonly joinUrl: string;
}

const DAY_MS = 86_400_000;
/** Telegram repeats an unanswered update for one day. */
const REQUESTS_KEPT_MS = 7 * DAY_MS;
const LINKS_KEPT_MS = DAY_MS;
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

export type BotAccountsService = ReturnType<typeof buildBotAccountsService>;

/** The accounts of Telegram users and their balances. */
export function buildBotAccountsService(deps: BotAccountsDeps) {
  const { db, accounts, ledger, clock } = deps;

  /** Creates the account and grants the free check credits, in one transaction. */
  async function make(telegramId: string): Promise<BotRow> {
    return deps.transaction(async (tx) => {
      const now = clock.now();
      const sub = deps.newId();
      if (await accounts.insert(tx, { telegramId, sub, now })) await ledger.giveFree(tx, { sub, telegramId, now });
      const made = await accounts.find(tx, telegramId);
      if (made === null) throw new Error('The account of the chat was not stored');
      return made;
    });
  }

  async function chatOf(telegramId: string): Promise<Chat> {
    const row = (await accounts.find(db, telegramId)) ?? (await make(telegramId));
    const site = row.joined === null ? null : await accounts.siteAccount(db, row.joined.sub);
    const joined = site === null || row.joined === null ? null : { ...site, since: row.joined.since };
    actThroughBot(joined?.sub ?? null);
    const { sub: ownSub, language } = row;
    const suspension = row.suspension ?? joined?.suspension ?? null;
    // Decided again for each request: the role may have changed since the workspace was chosen.
    const chosen = joined === null ? null : (row.joined?.company ?? null);
    const allowed = chosen !== null && mayIn(chosen.role, 'check') ? chosen : null;
    const isShutOut = allowed?.isClosedToChats === true;
    const company = isShutOut ? null : allowed;
    const owner = company?.id ?? joined?.sub ?? ownSub;
    return { telegramId, language, ownSub, owner, joined, company, isShutOut, suspension };
  }

  /** The check credits that the chat can spend. */
  async function checksOf(chat: Chat): Promise<{ readonly all: number; readonly own: number }> {
    const now = clock.now();
    const { checks: own } = await ledger.stateOf(db, chat.ownSub, now);
    if (chat.joined === null) return { all: own, own };
    const { checks: site } = await ledger.stateOf(db, chat.owner, now);
    // The chat's own check credits are never spent for a company.
    return { all: chat.company === null ? own + site : site, own };
  }

  async function present(chat: Chat): Promise<BotAccount> {
    const { all, own } = await checksOf(chat);
    return {
      user_id: chat.telegramId,
      language: chat.language,
      checks: all,
      own_checks: own,
      free_checks: deps.freeChecks,
      joined:
        chat.joined === null
          ? null
          : { email: shortenEmail(chat.joined.email), since: chat.joined.since.toISOString() },
      is_suspended: chat.suspension !== null,
      suspended_reason: chat.suspension?.reason ?? null,
      join_url: deps.joinUrl,
    };
  }

  return {
    /** The chat a request is for. A new Telegram user gets an account and the free check credits. */
    chatOf,
    /** @throws AppError AccountSuspended, ChatRefused */
    assertActive(chat: Chat): void {
      if (chat.isShutOut) throw new AppError('ChatRefused');
      if (chat.suspension === null) return;
      throw new AppError('AccountSuspended', { security: { subject: { kind: 'telegram', id: chat.telegramId } } });
    },
    checksOf: async (chat: Chat): Promise<number> => (await checksOf(chat)).all,
    present,

    async open(telegramId: string, language: BotLanguage | null): Promise<BotAccount> {
      const chat = await chatOf(telegramId);
      if (language === null || language === chat.language) return present(chat);
      await accounts.setLanguage(db, telegramId, language);
      return present({ ...chat, language });
    },

    /**
     * Deletes a Telegram user and the chat's own data. The record that the free check credits were granted stays.
     *
     * @throws AppError UnderLegalHold
     */
    async forget(telegramId: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const row = await accounts.lock(tx, telegramId);
        if (row === null) return;
        await deps.assertMayDelete(tx, row.sub);
        const now = clock.now();
        for (const part of deps.own) await part.erase(tx, row.sub, now);
        await accounts.remove(tx, telegramId);
      });
    },

    /** Deletes old requests, join links and stored addresses. */
    async forgetOld(): Promise<void> {
      const now = clock.now().getTime();
      const before = {
        requests: new Date(now - REQUESTS_KEPT_MS),
        links: new Date(now - LINKS_KEPT_MS),
        addresses: new Date(now - ADDRESSES_KEPT_MS),
      };
      await inService('bot', () => deps.besideHolds((tx) => accounts.forgetBefore(tx, before)));
    },
  };
}
