import { AppError } from '../kernel/app-error.ts';

export interface RenderQueueLimits {
  /** Pages that are rendered at a time. */
  readonly atOnce: number;
  /** Pages that may wait, of all visitors. */
  readonly waiting: number;
  /** Pages of one network that may wait. */
  readonly waitingOfNetwork: number;
}

/** Who asks: a household's network, and the wider one around it, which may wait for three times as many pages. */
export interface Networks {
  readonly network: string;
  readonly widerNetwork: string;
}

interface Waiting {
  readonly start: () => void;
}

const WIDER_MAY_WAIT_TIMES = 3;
const RETRY_AFTER_SECONDS = 2;

/**
 * Bounds what rendering may cost. Networks take turns: one that asks for hundreds of pages waits behind its own, and
 * every other for one page at most of each other network.
 */
export class RenderQueue {
  readonly #limits: RenderQueueLimits;
  /** By network, in the order of their turns. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #ofWider = new Map<string, number>();
  #waiting = 0;
  #running = 0;

  constructor(limits: RenderQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `render` when it is this network's turn.
   *
   * @throws AppError Overloaded with the seconds to wait, at once, if too many pages wait already
   */
  async run<T>(from: Networks, signal: AbortSignal, render: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#turn(from, signal);
    else this.#running += 1;
    try {
      signal.throwIfAborted();
      return await render();
    } finally {
      this.#next();
    }
  }

  /** The slot of a page that has ended goes to the next network. */
  #next(): void {
    const [first] = this.#queues;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [network, queue] = first;
    const waiting = queue.shift();
    this.#queues.delete(network);
    // Behind all others.
    if (queue.length > 0) this.#queues.set(network, queue);
    waiting?.start();
  }

  #turn(from: Networks, signal: AbortSignal): Promise<void> {
    const queue = this.#queues.get(from.network) ?? [];
    const ofWider = this.#ofWider.get(from.widerNetwork) ?? 0;
    const { waiting, waitingOfNetwork } = this.#limits;
    if (
      this.#waiting >= waiting ||
      queue.length >= waitingOfNetwork ||
      ofWider >= waitingOfNetwork * WIDER_MAY_WAIT_TIMES
    ) {
      throw new AppError('Overloaded', {
        internal: `${this.#waiting} pages wait to be rendered`,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting -= 1;
        const left = (this.#ofWider.get(from.widerNetwork) ?? 1) - 1;
        if (left === 0) this.#ofWider.delete(from.widerNetwork);
        else this.#ofWider.set(from.widerNetwork, left);
        signal.removeEventListener('abort', giveUp);
      };
      const entry: Waiting = {
        start: () => {
          leave();
          resolve();
        },
      };
      const giveUp = () => {
        leave();
        const rest = (this.#queues.get(from.network) ?? []).filter((other) => other !== entry);
        if (rest.length === 0) this.#queues.delete(from.network);
        else this.#queues.set(from.network, rest);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.push(entry);
      this.#queues.set(from.network, queue);
      this.#waiting += 1;
      this.#ofWider.set(from.widerNetwork, ofWider + 1);
    });
  }
}
