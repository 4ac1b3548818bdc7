import type { BotAccount, BotLanguage } from '@assay/contracts';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/index.ts';
import type { BotLedger, BotRow, Chat, Clock, EraseOwn, Transaction } from './bot-accounts.ports.ts';
import type { BotAccountsStore } from './bot-accounts.store.ts';
import { shortenEmail } from './shorten-email.ts';

export interface BotAccountsDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly accounts: BotAccountsStore;
  readonly ledger: BotLedger;
  readonly eraseOwn: EraseOwn;
  readonly clock: Clock;
  readonly newId: () => string;
  /** How many checks `giveFree` gives: said, not given, here. */
  readonly freeChecks: number;
  /** Page of the site where chats are joined. */
  readonly joinUrl: string;
}

const DAY_MS = 86_400_000;
/** Telegram sends an update that was not answered for a day. */
const REQUESTS_KEPT_MS = 7 * DAY_MS;
const LINKS_KEPT_MS = DAY_MS;
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

export type BotAccountsService = ReturnType<typeof buildBotAccountsService>;

/** Who writes to the bot, and what they have. */
export function buildBotAccountsService(deps: BotAccountsDeps) {
  const { db, accounts, ledger, clock } = deps;

  /** Account and free checks, or neither. */
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
    const { sub: ownSub, language } = row;
    const suspension = row.suspension ?? joined?.suspension ?? null;
    return { telegramId, language, ownSub, owner: joined?.sub ?? ownSub, joined, suspension };
  }

  /** What can be spent from the chat. */
  async function checksOf(chat: Chat): Promise<{ readonly all: number; readonly own: number }> {
    const now = clock.now();
    const { checks: own } = await ledger.stateOf(db, chat.ownSub, now);
    if (chat.joined === null) return { all: own, own };
    const { checks: site } = await ledger.stateOf(db, chat.joined.sub, now);
    return { all: own + site, own };
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
    /** Whom a request is for. Whoever writes for the first time gets an account, and the free checks. */
    chatOf,
    /** @throws AppError AccountSuspended */
    assertActive(chat: Chat): void {
      if (chat.suspension !== null) throw new AppError('AccountSuspended');
    },
    checksOf: async (chat: Chat): Promise<number> => (await checksOf(chat)).all,
    present,

    async open(telegramId: string, language: BotLanguage | null): Promise<BotAccount> {
      const chat = await chatOf(telegramId);
      if (language === null || language === chat.language) return present(chat);
      await accounts.setLanguage(db, telegramId, language);
      return present({ ...chat, language });
    },

    /** Forgets a Telegram user and what is the chat's own. That the free checks were given is not forgotten. */
    async forget(telegramId: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const row = await accounts.lock(tx, telegramId);
        if (row === null) return;
        await deps.eraseOwn(tx, row.sub, clock.now());
        await accounts.remove(tx, telegramId);
      });
    },

    /** Drops what nobody can ask for any more. */
    async forgetOld(): Promise<void> {
      const now = clock.now().getTime();
      await accounts.forgetBefore(db, {
        requests: new Date(now - REQUESTS_KEPT_MS),
        links: new Date(now - LINKS_KEPT_MS),
        addresses: new Date(now - ADDRESSES_KEPT_MS),
      });
    },
  };
}
