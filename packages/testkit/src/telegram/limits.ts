import { tooManyRequests } from './refusal.ts';

export interface LimitSettings {
  /** Messages to one private chat: this many at once, then one each `everyMs`. Null: unlimited. */
  readonly chat: { readonly burst: number; readonly everyMs: number } | null;
  /** The same for one group. */
  readonly group: { readonly burst: number; readonly everyMs: number } | null;
  /** Messages a second to all chats together. */
  readonly perSecond: number | null;
}

/** What the Bot API's FAQ says of itself: one a second to a chat with bursts, 20 a minute to a group, 30 a second. */
export const REAL_LIMITS: LimitSettings = {
  chat: { burst: 20, everyMs: 1_000 },
  group: { burst: 20, everyMs: 3_000 },
  perSecond: 30,
};

export const NO_LIMITS: LimitSettings = { chat: null, group: null, perSecond: null };

/** Counts messages per chat and over all chats, and refuses with 429 and a time to wait. */
export class Limits {
  readonly #settings: LimitSettings;
  readonly #now: () => number;
  readonly #chats = new Map<number, { tokens: number; at: number }>();
  #second = { begin: 0, count: 0 };
  /** Answers of 429 so far. */
  refused = 0;

  constructor(settings: LimitSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** @throws Refusal 429 */
  take(chatId: number): void {
    const now = this.#now();
    const { perSecond } = this.#settings;
    if (now - this.#second.begin >= 1_000) this.#second = { begin: now, count: 0 };
    if (perSecond !== null && this.#second.count >= perSecond) this.#refuse(1);
    const limit = chatId < 0 ? this.#settings.group : this.#settings.chat;
    if (limit !== null) {
      const known = this.#chats.get(chatId) ?? { tokens: limit.burst, at: now };
      const tokens = Math.min(limit.burst, known.tokens + (now - known.at) / limit.everyMs);
      if (tokens < 1) this.#refuse(Math.max(1, Math.ceil(((1 - tokens) * limit.everyMs) / 1_000)));
      this.#chats.set(chatId, { tokens: tokens - 1, at: now });
    }
    this.#second.count += 1;
  }

  #refuse(seconds: number): never {
    this.refused += 1;
    throw tooManyRequests(seconds);
  }
}
