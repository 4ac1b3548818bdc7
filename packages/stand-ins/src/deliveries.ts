import { setTimeout as sleep } from 'node:timers/promises';

/** A message on its way to the merchant. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** Signed again at each try, as the provider does. */
  readonly headers: () => Record<string, string>;
}

export interface DeliveryOptions {
  /** Where messages go; null keeps them until somebody takes them. */
  readonly url: () => string | null;
  /** Waits between the tries. */
  readonly waitsMs: readonly number[];
}

/** Sends messages in the background, again until they are answered with 2xx. */
export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** Everything that was ever to be sent, in order. */
  readonly messages: Message[] = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  add(message: Message): void {
    this.messages.push(message);
    if (this.#options.url() === null) return;
    const run = this.#deliver(message).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** One try, by hand; returns the status, 0 without an answer. */
  async send(message: Message, url: string): Promise<number> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: message.body,
        headers: { 'content-type': 'application/json', ...message.headers() },
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      // Nobody there: a try that failed, like any other answer.
      return 0;
    }
  }

  /** When nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #deliver(message: Message): Promise<void> {
    for (const wait of [0, ...this.#options.waitsMs]) {
      try {
        await sleep(wait, undefined, { signal: this.#stopping.signal });
      } catch {
        return;
      }
      const url = this.#options.url();
      if (url === null) return;
      const status = await this.send(message, url);
      if (status >= 200 && status < 300) return;
    }
  }
}
