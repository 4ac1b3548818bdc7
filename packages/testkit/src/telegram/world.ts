import type { BotCommand, Chat, InlineQueryResult, Message, Update, UserFromGetMe } from '@grammyjs/types';
import { type LimitSettings, Limits } from './limits.ts';
import { Refusal } from './refusal.ts';
import { UpdateQueue } from './update-queue.ts';

export type AnyChat = Chat.PrivateChat | Chat.GroupChat | Chat.SupergroupChat;

/** A message as a chat shows it, of any author. */
export interface StoredMessage {
  message: Message;
  readonly isFromBot: boolean;
  /** Each text it had before it was edited, the first one first. */
  readonly earlier: string[];
}

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface CallbackAnswer {
  readonly text: string | null;
  readonly isAlert: boolean;
}

export interface InlineAnswer {
  readonly results: readonly InlineQueryResult[];
  readonly cacheSeconds: number;
  readonly isPersonal: boolean;
  readonly button: { readonly text: string; readonly startParameter: string | null } | null;
}

export interface SentCall {
  readonly method: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

interface Planned {
  readonly method: string | null;
  readonly failure: Refusal | 'break off';
  left: number;
}

/** A query nobody answered for this long is too old. */
const QUERY_AGE_MS = 15 * 60_000;

/** Everything the stand-in knows: people, chats, messages, files, what was asked and what is to fail. */
export class TelegramWorld {
  readonly token: string;
  readonly me: UserFromGetMe;
  readonly queue = new UpdateQueue();
  readonly limits: Limits;
  readonly chats = new Map<number, AnyChat>();
  readonly messages = new Map<number, StoredMessage[]>();
  readonly files = new Map<string, StoredFile>();
  readonly calls: SentCall[] = [];
  readonly commands = new Map<string, readonly BotCommand[]>();
  readonly callbackAnswers = new Map<string, CallbackAnswer>();
  readonly inlineAnswers = new Map<string, InlineAnswer>();
  /** Chats where the bot is blocked, or that it was removed from. */
  readonly closedToBot = new Set<number>();
  readonly migrated = new Map<number, number>();
  /** Chats that were notified that the bot is typing or sending, how often. */
  readonly actions = new Map<number, string[]>();
  readonly #openQueries = new Map<string, number>();
  readonly #planned: Planned[] = [];
  readonly #watchers = new Set<() => void>();
  #lastId = 0;

  constructor(token: string, username: string, limits: LimitSettings) {
    this.token = token;
    this.limits = new Limits(limits, () => Date.now());
    this.me = {
      id: Number(token.split(':')[0]),
      is_bot: true,
      first_name: 'Assay',
      username,
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: true,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
    } as UserFromGetMe;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  now(): number {
    return Math.floor(Date.now() / 1000);
  }

  /** @throws Refusal where the bot cannot write to the chat */
  writable(chatId: number): AnyChat {
    const movedTo = this.migrated.get(chatId);
    if (movedTo !== undefined) {
      throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: movedTo,
      });
    }
    const chat = this.chats.get(chatId);
    if (chat === undefined) throw new Refusal(400, 'Bad Request: chat not found');
    if (this.closedToBot.has(chatId)) {
      const why = chat.type === 'private' ? 'bot was blocked by the user' : `bot was kicked from the ${chat.type} chat`;
      throw new Refusal(403, `Forbidden: ${why}`);
    }
    return chat;
  }

  /** Puts a message into its chat and returns it. */
  keep(message: Message, isFromBot: boolean): Message {
    const list = this.messages.get(message.chat.id) ?? [];
    list.push({ message, isFromBot, earlier: [] });
    this.messages.set(message.chat.id, list);
    this.changed();
    return message;
  }

  find(chatId: number, messageId: number): StoredMessage | undefined {
    return this.messages.get(chatId)?.find(({ message }) => message.message_id === messageId);
  }

  push(update: Omit<Update, 'update_id'>): number {
    const id = this.queue.add(update);
    this.changed();
    return id;
  }

  openQuery(id: string): void {
    this.#openQueries.set(id, Date.now());
  }

  /** @throws Refusal where the query is unknown, answered already or too old */
  closeQuery(id: string): void {
    const openedAt = this.#openQueries.get(id);
    if (openedAt === undefined || Date.now() - openedAt > QUERY_AGE_MS) {
      throw new Refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
    }
    this.#openQueries.delete(id);
  }

  /** The next calls of a method (null: of any) fail so. */
  plan(method: string | null, failure: Refusal | 'break off', times: number): void {
    this.#planned.push({ method, failure, left: times });
  }

  /** Nothing that was planned fails any more. */
  mend(): void {
    this.#planned.length = 0;
  }

  plannedFor(method: string): Refusal | 'break off' | null {
    const found = this.#planned.find((one) => one.left > 0 && (one.method === null || one.method === method));
    if (found === undefined) return null;
    found.left -= 1;
    return found.failure;
  }

  changed(): void {
    for (const look of this.#watchers) look();
  }

  /** Resolves with what `find` finds, as soon as it finds it. */
  async until<Found>(what: string, find: () => Found | undefined, withinMs: number): Promise<Found> {
    const first = find();
    if (first !== undefined) return first;
    return new Promise<Found>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#watchers.delete(look);
        reject(new Error(`Waited ${withinMs} ms in vain for ${what}`));
      }, withinMs);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(late);
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
    });
  }
}
