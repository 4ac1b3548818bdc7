/** Size of a chat's token bucket, and the time after which one token returns. */
const BURST = 12;
const EVERY_MS = 3_000;
const REMEMBERED = 10_000;

export type Passage = 'through' | 'warned' | 'silent';

/** Drops messages of a flooding chat: it gets one notice, and is read again when it slows down. */
export class FloodGate {
  readonly #chats = new Map<number, { tokens: number; at: number; isWarned: boolean }>();

  /** `at`: when the message was sent, in milliseconds, so that a slow answer does not refill the bucket. */
  pass(chatId: number, at: number): Passage {
    const known = this.#chats.get(chatId) ?? { tokens: BURST, at, isWarned: false };
    const tokens = Math.min(BURST, known.tokens + Math.max(0, at - known.at) / EVERY_MS);
    this.#chats.delete(chatId);
    if (tokens >= 1) {
      // The notice is not repeated until the chat has been quiet for long, else it would come every three seconds.
      this.#keep(chatId, { tokens: tokens - 1, at, isWarned: known.isWarned && tokens < BURST / 2 });
      return 'through';
    }
    this.#keep(chatId, { tokens, at, isWarned: true });
    return known.isWarned ? 'silent' : 'warned';
  }

  #keep(chatId: number, facts: { tokens: number; at: number; isWarned: boolean }): void {
    this.#chats.set(chatId, facts);
    const [oldest] = this.#chats.keys();
    if (this.#chats.size > REMEMBERED && oldest !== undefined) this.#chats.delete(oldest);
  }
}
