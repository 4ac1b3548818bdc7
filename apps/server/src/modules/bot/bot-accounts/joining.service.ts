import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BotAccount, BotJoinPreview, JoinLinkData, TelegramState } from '@assay/contracts';
import { startPayloadOf } from '@assay/contracts/client';
import type { AuditAction } from '@assay/domain';
import { type Audit, type AuditEntry, BY_BOT, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { shortenEmail } from '../../../platform/kernel/text/shorten-email.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { SiteAccount } from './bot-accounts.ports.ts';
import type { BotAccountsService } from './bot-accounts.service.ts';
import type { BotAccountsStore } from './bot-accounts.store.ts';
import type { JoinLinkRow, JoinLinksStore } from './join-links.store.ts';

export interface JoiningDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly accounts: BotAccountsStore;
  readonly links: JoinLinksStore;
  readonly chats: Pick<BotAccountsService, 'chatOf' | 'present'>;
  readonly audit: Audit;
  readonly clock: Clock;
  /** User name of the bot, without the @; null where this installation has no bot. */
  readonly botUsername: string | null;
}

type Suspendable = Pick<SiteAccount, 'suspension'>;

/** Validity of a join link, in milliseconds. */
export const JOIN_LINK_MS = 600_000;
/** Number of digits of a Telegram user id shown on the site. */
const SHOWN_DIGITS = 4;

export type JoiningService = ReturnType<typeof buildJoiningService>;

/** Joins a chat to a site account and separates them, from either side. */
export function buildJoiningService(deps: JoiningDeps) {
  const { db, accounts, links, chats, clock } = deps;

  async function state(sub: string): Promise<TelegramState> {
    const row = await accounts.findJoinedTo(db, sub);
    return {
      bot: deps.botUsername,
      joined:
        row?.joined == null
          ? null
          : {
              user_id_ending: row.telegramId.slice(-SHOWN_DIGITS),
              since: row.joined.since.toISOString(),
              workspace_id: row.joined.company?.id ?? row.joined.sub,
            },
    };
  }

  /** @throws AppError JoinLinkNotValid unless the token was issued here and its link is still stored */
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

  /** A suspension must not be avoidable by a join. @throws AppError AccountSuspended */
  function assertNeitherSuspended(chat: Suspendable, site: Suspendable): void {
    if (chat.suspension !== null || site.suspension !== null) throw new AppError('AccountSuspended');
  }

  return {
    state,

    /** @throws AppError BotNotOffered, AccountAlreadyJoined, AccountSuspended */
    async makeLink(sub: string): Promise<JoinLinkData> {
      const { botUsername } = deps;
      if (botUsername === null) throw new AppError('BotNotOffered');
      const { token, id, hash } = newJoinToken();
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + JOIN_LINK_MS);
      await deps.transaction(async (tx) => {
        const site = await accounts.lockSiteAccount(tx, sub);
        if (site === null) throw new AppError('Unauthorized');
        if (site.suspension !== null) throw new AppError('AccountSuspended');
        if ((await accounts.findJoinedTo(tx, sub)) !== null) throw new AppError('AccountAlreadyJoined');
        await links.withdraw(tx, sub);
        await links.insert(tx, { id, tokenHash: hash, sub, createdAt, expiresAt });
      });
      const payload = startPayloadOf({ kind: 'join', token });
      if (payload === null) throw new Error('The token does not fit into a link');
      return { url: `https://t.me/${botUsername}?start=${payload}`, expires_at: expiresAt.toISOString() };
    },

    /**
     * Chooses the workspace that the joined chat checks in.
     *
     * @throws AppError NotFound: no chat is joined, or the account is no member of the workspace
     */
    async chooseWorkspace(sub: string, workspace: string): Promise<TelegramState> {
      const isChosen = await accounts.chooseWorkspace(db, sub, workspace === sub ? null : workspace);
      if (!isChosen) throw new AppError('NotFound');
      return state(sub);
    },

    /** Separates from the site's side. */
    async partSite(sub: string): Promise<TelegramState> {
      await deps.transaction(async (tx) => {
        await accounts.lockSiteAccount(tx, sub);
        await accounts.partFrom(tx, sub);
        await links.withdraw(tx, sub);
        await deps.audit(tx, { ...currentAct(), workspace: sub, action: 'bot.leave', target: null, text: null });
      });
      return state(sub);
    },

    /** @throws AppError JoinLinkNotValid, JoinLinkExpired, ChatAlreadyJoined, AccountAlreadyJoined, AccountSuspended */
    async preview(telegramId: string, token: string): Promise<BotJoinPreview> {
      const chat = await chats.chatOf(telegramId);
      const link = await linkOf(db, token);
      assertUsable(link);
      await assertBothFree(db, telegramId, chat.joined?.sub ?? null, link.sub);
      const site = await accounts.siteAccount(db, link.sub);
      if (site === null) throw new AppError('JoinLinkNotValid');
      assertNeitherSuspended(chat, site);
      return { email: shortenEmail(site.email), expires_at: link.expiresAt.toISOString() };
    },

    /**
     * Works once. A repeated call returns the same response while the chat that used the link is still joined.
     *
     * @throws AppError JoinLinkNotValid, JoinLinkExpired, ChatAlreadyJoined, AccountAlreadyJoined, AccountSuspended
     */
    async join(telegramId: string, token: string): Promise<BotAccount> {
      await chats.chatOf(telegramId);
      await deps.transaction(async (tx) => {
        const { sub } = await linkOf(tx, token);
        // Locks the account first and the chat second, as everywhere: the same lock order prevents deadlocks.
        const site = await accounts.lockSiteAccount(tx, sub);
        const row = await accounts.lock(tx, telegramId);
        if (row === null) throw new AppError('JoinLinkNotValid', { internal: 'the chat was forgotten meanwhile' });
        const link = await linkOf(tx, token);
        if (row.joined?.sub === sub && link.usedBy === telegramId) return;
        assertUsable(link);
        await assertBothFree(tx, telegramId, row.joined?.sub ?? null, sub);
        if (site === null) throw new AppError('JoinLinkNotValid', { internal: 'the account was deleted meanwhile' });
        assertNeitherSuspended(row, site);
        const now = clock.now();
        if (!(await links.use(tx, link.id, telegramId, now))) throw new AppError('JoinLinkNotValid');
        await accounts.join(tx, telegramId, sub, now);
        await deps.audit(tx, chatAct('bot.join', sub));
      });
      return chats.present(await chats.chatOf(telegramId));
    },

    /** Separates from the chat's side. */
    async partChat(telegramId: string): Promise<BotAccount> {
      await deps.transaction(async (tx) => {
        const joined = (await accounts.lock(tx, telegramId))?.joined ?? null;
        await accounts.join(tx, telegramId, null, clock.now());
        if (joined !== null) await deps.audit(tx, chatAct('bot.leave', joined.sub));
      });
      return chats.present(await chats.chatOf(telegramId));
    },
  };
}

/** What the user of a chat did with the account that the chat is joined to. */
function chatAct(action: AuditAction, sub: string): AuditEntry {
  return { workspace: sub, actor: { kind: 'person', sub }, action, target: null, from: BY_BOT, text: null };
}

const TOKEN_BYTES = 32;
const TOKEN_ID_BYTES = 16;

/** The token of a join link: the first half identifies the row; the whole token is compared by its hash. */
interface NewJoinToken {
  /** 43 characters that Telegram allows in a deep link. */
  readonly token: string;
  readonly id: string;
  readonly hash: Buffer;
}

function newJoinToken(): NewJoinToken {
  const bytes = randomBytes(TOKEN_BYTES);
  const token = bytes.toString('base64url');
  return { token, id: idOf(bytes), hash: hashOf(bytes) };
}

/** Null for text that cannot be a token. Only one spelling of the same bytes is accepted. */
function readJoinToken(token: string): NewJoinToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null;
  return { token, id: idOf(bytes), hash: hashOf(bytes) };
}

/** Compares in constant time. */
function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function idOf(bytes: Buffer): string {
  return bytes.subarray(0, TOKEN_ID_BYTES).toString('hex');
}

function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
