import { setTimeout as sleep } from 'node:timers/promises';
import type { Update } from '@grammyjs/types';
import type { TelegramWorld } from './world.ts';

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string | null;
  readonly maxConnections: number;
  readonly allowed: readonly string[] | null;
}

const ANSWER_WITHIN_MS = 60_000;
const AGAIN_AFTER_MS = 100;

/** Sends updates to the bot's address: several at once, and each again until it is answered with 2xx. */
export class WebhookDeliveries {
  readonly #world: TelegramWorld;
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #stopping = new AbortController();
  settings: WebhookSettings | null = null;
  lastError: string | null = null;

  constructor(world: TelegramWorld) {
    this.#world = world;
  }

  /** To be called whenever there may be something to send. */
  look(): void {
    const { settings } = this;
    if (settings === null) return;
    for (const update of this.#world.queue.waiting) {
      if (this.#underWay.size >= settings.maxConnections) return;
      if (this.#underWay.has(update.update_id)) continue;
      if (settings.allowed !== null && !Object.keys(update).some((key) => settings.allowed?.includes(key))) continue;
      const run = this.#deliver(update).finally(() => {
        this.#underWay.delete(update.update_id);
        this.look();
      });
      this.#underWay.set(update.update_id, run);
    }
  }

  async stop(): Promise<void> {
    this.settings = null;
    this.#stopping.abort();
    await Promise.all(this.#underWay.values());
  }

  async #deliver(update: Update): Promise<void> {
    while (this.settings !== null) {
      const { queue } = this.#world;
      queue.deliveries.set(update.update_id, (queue.deliveries.get(update.update_id) ?? 0) + 1);
      if (await this.#isTaken(update, this.settings)) {
        queue.remove(update.update_id);
        this.#world.changed();
        return;
      }
      try {
        await sleep(AGAIN_AFTER_MS, undefined, { signal: this.#stopping.signal });
      } catch {
        // Stopped while waiting for the next try.
        return;
      }
    }
  }

  async #isTaken(update: Update, { url, secret }: WebhookSettings): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === null ? {} : { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), this.#stopping.signal]),
      });
      await answer.arrayBuffer();
      this.lastError = answer.ok ? null : `Wrong response from the webhook: ${answer.status} ${answer.statusText}`;
      return answer.ok;
    } catch (error) {
      this.lastError = error instanceof Error ? error.message : String(error);
      return false;
    }
  }
}
