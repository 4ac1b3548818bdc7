/** Messages a chat may send at once, and how soon each is forgotten. */
const BURST = 12;
const EVERY_MS = 3_000;
const REMEMBERED = 10_000;

export type Passage = 'through' | 'told' | 'silent';

/** Keeps a flooding chat from taking everybody's turn: it is told so once, and read on when it slows down. */
export class FloodGate {
  readonly #chats = new Map<number, { tokens: number; at: number; isTold: boolean }>();

  /** `at`: when it was sent, in milliseconds, so that an answer that took long lets nobody through. */
  pass(chatId: number, at: number): Passage {
    const known = this.#chats.get(chatId) ?? { tokens: BURST, at, isTold: false };
    const tokens = Math.min(BURST, known.tokens + Math.max(0, at - known.at) / EVERY_MS);
    this.#chats.delete(chatId);
    if (tokens >= 1) {
      // It stays told until it has been quiet for long, so that it is not told again at every third second.
      this.#keep(chatId, { tokens: tokens - 1, at, isTold: known.isTold && tokens < BURST / 2 });
      return 'through';
    }
    this.#keep(chatId, { tokens, at, isTold: true });
    return known.isTold ? 'silent' : 'told';
  }

  #keep(chatId: number, facts: { tokens: number; at: number; isTold: boolean }): void {
    this.#chats.set(chatId, facts);
    const [oldest] = this.#chats.keys();
    if (this.#chats.size > REMEMBERED && oldest !== undefined) this.#chats.delete(oldest);
  }
}
