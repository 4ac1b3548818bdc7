import type { Update } from '@grammyjs/types';
import { Refusal } from './refusal.ts';

export interface PollOptions {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly allowed: readonly string[] | null;
}

interface Poller {
  readonly wake: () => void;
  readonly end: (why: Refusal) => void;
}

const CONFLICT = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';

/** Updates until they are confirmed. Delivered again and again before that, as the Bot API does. */
export class UpdateQueue {
  #waiting: Update[] = [];
  #poller: Poller | null = null;
  #lastId = 100_000_000;
  /** How often each update was handed out; more than once means that it was delivered again. */
  readonly deliveries = new Map<number, number>();

  add(update: Omit<Update, 'update_id'>): number {
    this.#lastId += 1;
    this.#waiting.push({ ...update, update_id: this.#lastId });
    this.#poller?.wake();
    return this.#lastId;
  }

  /** Puts an update back, as if its confirmation had been lost. */
  deliverAgain(update: Update): void {
    this.#waiting = [update, ...this.#waiting].toSorted((a, b) => a.update_id - b.update_id);
    this.#poller?.wake();
  }

  /** Somebody waits for updates. */
  get isPolled(): boolean {
    return this.#poller !== null;
  }

  get waiting(): readonly Update[] {
    return this.#waiting;
  }

  confirm(belowId: number): void {
    this.#waiting = this.#waiting.filter(({ update_id: id }) => id >= belowId);
  }

  remove(id: number): void {
    this.#waiting = this.#waiting.filter(({ update_id: one }) => one !== id);
  }

  drop(): void {
    this.#waiting = [];
  }

  /** @throws Refusal 409 when a second poller came */
  async poll({ offset, limit, timeoutMs, allowed }: PollOptions, gone: AbortSignal): Promise<readonly Update[]> {
    this.#poller?.end(new Refusal(409, CONFLICT));
    if (offset > 0) this.confirm(offset);
    if (offset < 0) this.#waiting = this.#waiting.slice(offset);
    const wanted = () =>
      this.#waiting
        .filter((update) => allowed === null || Object.keys(update).some((key) => allowed.includes(key)))
        .slice(0, limit);
    if (wanted().length === 0 && timeoutMs > 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => done(resolve), timeoutMs);
        const poller: Poller = { wake: () => done(resolve), end: (why) => done(() => reject(why)) };
        const done = (then: () => void) => {
          clearTimeout(timer);
          if (this.#poller === poller) this.#poller = null;
          then();
        };
        gone.addEventListener('abort', () => done(resolve), { once: true });
        this.#poller = poller;
      });
    }
    if (gone.aborted) return [];
    const found = wanted();
    for (const { update_id: id } of found) this.deliveries.set(id, (this.deliveries.get(id) ?? 0) + 1);
    return found;
  }
}
