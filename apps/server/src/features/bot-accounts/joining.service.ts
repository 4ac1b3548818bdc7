import type { BotAccount, BotJoinPreview, JoinLinkData, TelegramState } from '@assay/contracts';
import { startPayloadOf } from '@assay/contracts/client';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/index.ts';
import type { Clock, Transaction } from './bot-accounts.ports.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';
import type { BotAccountsStore } from './bot-accounts.store.ts';
import type { JoinLinkRow, JoinLinksStore } from './join-links.store.ts';
import { isSameHash, newJoinToken, readJoinToken } from './join-token.ts';
import { shortenEmail } from './shorten-email.ts';

export interface JoiningDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly accounts: BotAccountsStore;
  readonly links: JoinLinksStore;
  readonly chats: Pick<BotAccountsService, 'chatOf' | 'present'>;
  readonly clock: Clock;
  /** Of the bot, without the @; null where this installation has none. */
  readonly botUsername: string | null;
}

/** A join link works this long. */
export const JOIN_LINK_MS = 600_000;
/** So many digits of a Telegram user id are shown on the site. */
const SHOWN_DIGITS = 4;

export type JoiningService = ReturnType<typeof buildJoiningService>;

/** Joining a chat to an account of the site, and parting them, from either side. */
export function buildJoiningService(deps: JoiningDeps) {
  const { db, accounts, links, chats, clock } = deps;

  async function state(sub: string): Promise<TelegramState> {
    const row = await accounts.findJoinedTo(db, sub);
    return {
      bot: deps.botUsername,
      joined:
        row?.joined == null
          ? null
          : { user_id_ending: row.telegramId.slice(-SHOWN_DIGITS), since: row.joined.since.toISOString() },
    };
  }

  /** @throws AppError JoinLinkNotValid unless the token is one of ours that is still known */
  async function linkOf(tx: Db, text: string): Promise<JoinLinkRow> {
    const token = readJoinToken(text);
    const link = token === null ? null : await links.find(tx, token.id);
    if (token === null || link === null || !isSameHash(link.tokenHash, token.hash)) {
      throw new AppError('JoinLinkNotValid');
    }
    return link;
  }

  /** @throws AppError JoinLinkNotValid for a used link, JoinLinkExpired */
  function assertUsable(link: JoinLinkRow): void {
    if (link.usedBy !== null) throw new AppError('JoinLinkNotValid', { internal: 'the link was used' });
    if (link.expiresAt <= clock.now()) throw new AppError('JoinLinkExpired');
  }

  /** @throws AppError ChatAlreadyJoined, AccountAlreadyJoined */
  async function assertBothFree(tx: Db, telegramId: string, joinedTo: string | null, sub: string): Promise<void> {
    if (joinedTo !== null && joinedTo !== sub) throw new AppError('ChatAlreadyJoined');
    const other = await accounts.findJoinedTo(tx, sub);
    if (other !== null && other.telegramId !== telegramId) throw new AppError('AccountAlreadyJoined');
  }

  return {
    state,

    /** @throws AppError BotNotOffered, AccountAlreadyJoined */
    async makeLink(sub: string): Promise<JoinLinkData> {
      const { botUsername } = deps;
      if (botUsername === null) throw new AppError('BotNotOffered');
      const { token, id, hash } = newJoinToken();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + JOIN_LINK_MS);
      await deps.transaction(async (tx) => {
        await accounts.lockSiteAccount(tx, sub);
        if ((await accounts.findJoinedTo(tx, sub)) !== null) throw new AppError('AccountAlreadyJoined');
        await links.withdraw(tx, sub);
        await links.insert(tx, { id, tokenHash: hash, sub, createdAt, expiresAt });
      });
      const payload = startPayloadOf({ kind: 'join', token });
      if (payload === null) throw new Error('The token does not fit into a link');
      return { url: `https://t.me/${botUsername}?start=${payload}`, expires_at: expiresAt.toISOString() };
    },

    /** From the site. */
    async partSite(sub: string): Promise<TelegramState> {
      await deps.transaction(async (tx) => {
        await accounts.lockSiteAccount(tx, sub);
        await accounts.partFrom(tx, sub);
        await links.withdraw(tx, sub);
      });
      return state(sub);
    },

    /** @throws AppError JoinLinkNotValid, JoinLinkExpired, ChatAlreadyJoined, AccountAlreadyJoined */
    async preview(telegramId: string, token: string): Promise<BotJoinPreview> {
      const chat = await chats.chatOf(telegramId);
      const link = await linkOf(db, token);
      assertUsable(link);
      await assertBothFree(db, telegramId, chat.joined?.sub ?? null, link.sub);
      const site = await accounts.siteAccount(db, link.sub);
      if (site === null) throw new AppError('JoinLinkNotValid');
      return { email: shortenEmail(site.email), expires_at: link.expiresAt.toISOString() };
    },

    /**
     * Once. Whoever joined by this link and still is joined is answered the same again.
     *
     * @throws AppError JoinLinkNotValid, JoinLinkExpired, ChatAlreadyJoined, AccountAlreadyJoined
     */
    async join(telegramId: string, token: string): Promise<BotAccount> {
      await chats.chatOf(telegramId);
      await deps.transaction(async (tx) => {
        const { sub } = await linkOf(tx, token);
        // The account first, the chat second, here and everywhere: joins wait for each other and never in a circle.
        await accounts.lockSiteAccount(tx, sub);
        const row = await accounts.lock(tx, telegramId);
        if (row === null) throw new AppError('JoinLinkNotValid', { internal: 'the chat was forgotten meanwhile' });
        const link = await linkOf(tx, token);
        if (row.joined?.sub === sub && link.usedBy === telegramId) return;
        assertUsable(link);
        await assertBothFree(tx, telegramId, row.joined?.sub ?? null, sub);
        const now = clock.now();
        if (!(await links.use(tx, link.id, telegramId, now))) throw new AppError('JoinLinkNotValid');
        await accounts.join(tx, telegramId, sub, now);
      });
      return chats.present(await chats.chatOf(telegramId));
    },

    /** From the chat. */
    async partChat(telegramId: string): Promise<BotAccount> {
      await accounts.join(db, telegramId, null, clock.now());
      return chats.present(await chats.chatOf(telegramId));
    },
  };
}
