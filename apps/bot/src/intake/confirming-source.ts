import type { UpdateSupplier } from '@grammyjs/runner';
import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import { describeError, type Log } from '../log.ts';

type StopSignal = Parameters<UpdateSupplier<Update>['supply']>[1];

/** How long Telegram keeps a call open when there are no updates. */
const HOLD_SECONDS = 30;
/** Polling interval while updates are open: Telegram then answers at once, with the open updates. */
const LOOK_EVERY_MS = 250;
const AGAIN_AFTER_MS = { first: 500, most: 10_000 };
const BATCH_MAX = 100;

export const UPDATE_KINDS = ['message', 'edited_message', 'callback_query', 'inline_query', 'my_chat_member'] as const;

/**
 * Updates by long polling, confirmed only after they are handled: `offset` never passes an update that is still open.
 * Updates that were open when the process ended are delivered again to the next process; duplicates are skipped.
 */
export class ConfirmingSource implements UpdateSupplier<Update> {
  readonly #api: Api;
  readonly #log: Log;
  readonly #open = new Set<number>();
  readonly #done = new Set<number>();
  #next = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #wake: () => void = () => undefined;

  constructor(api: Api, log: Log) {
    this.#api = api;
    this.#log = log;
  }

  /** New updates; waits for at least one. */
  async supply(batchSize: number, signal: StopSignal): Promise<Update[]> {
    let againMs = AGAIN_AFTER_MS.first;
    for (;;) {
      const restMs = this.#askedAt + LOOK_EVERY_MS - performance.now();
      if (this.#open.size > 0 && restMs > 0) await this.#pause(restMs, signal);
      if (signal.aborted) throw new Error('The bot stops');
      const offset = this.#offset();
      const batch = await this.#fetch(offset, signal, againMs);
      if (batch === null) {
        againMs = Math.min(againMs * 2, AGAIN_AFTER_MS.most);
        continue;
      }
      // Removed only now: a call that was in flight when they were done may still have delivered them.
      for (const done of this.#done) if (done < offset) this.#done.delete(done);
      const fresh = batch.filter(({ update_id: id }) => !this.#open.has(id) && !this.#done.has(id)).slice(0, batchSize);
      if (fresh.length > 0) {
        for (const { update_id: id } of fresh) this.#open.add(id);
        this.#next = Math.max(this.#next, ...fresh.map(({ update_id: id }) => id + 1));
        return fresh;
      }
      againMs = AGAIN_AFTER_MS.first;
    }
  }

  /** Marks an update as handled. */
  finish(id: number): void {
    this.#open.delete(id);
    this.#done.add(id);
    if (this.#open.size === 0) this.#wake();
  }

  /** Confirms the handled updates to Telegram for the last time. */
  async confirm(): Promise<void> {
    const offset = this.#offset();
    if (offset === 0) return;
    try {
      await this.#api.getUpdates({ offset, limit: 1, timeout: 0, allowed_updates: UPDATE_KINDS });
    } catch (error) {
      this.#log.warn(describeError(error), 'what is done could not be confirmed; it will come again');
    }
  }

  #offset(): number {
    return this.#open.size === 0 ? this.#next : Math.min(...this.#open);
  }

  /** Null where it failed and may be tried again. */
  async #fetch(offset: number, signal: StopSignal, againMs: number): Promise<Update[] | null> {
    const timeout = this.#open.size > 0 ? 0 : HOLD_SECONDS;
    this.#askedAt = performance.now();
    try {
      return await this.#api.getUpdates({ offset, limit: BATCH_MAX, timeout, allowed_updates: UPDATE_KINDS }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404)) throw error;
      this.#log.warn(describeError(error), 'updates could not be fetched; trying again');
      await this.#pause(againMs, signal);
      return null;
    }
  }

  #pause(ms: number, signal: StopSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = () => undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.#wake = done;
    });
  }
}
