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
  readonly from: Networks;
  readonly start: () => void;
  /** Takes it out of the queue and rejects it. */
  readonly refuse: (reason: unknown) => void;
}

const WIDER_MAY_WAIT_TIMES = 3;
const RETRY_AFTER_SECONDS = 2;

/**
 * Bounds what rendering may cost. Networks take turns: one that asks for hundreds of pages waits behind its own, and
 * every other for one page at most of each other network. When the queue is full, a visitor takes the place of the
 * newest page of the network that waits with most, so that one network never keeps the others out.
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
    this.#admit(from);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting -= 1;
        const left = (this.#ofWider.get(from.widerNetwork) ?? 1) - 1;
        if (left === 0) this.#ofWider.delete(from.widerNetwork);
        else this.#ofWider.set(from.widerNetwork, left);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => entry.refuse(signal.reason);
      const entry: Waiting = {
        from,
        start: () => {
          leave();
          resolve();
        },
        refuse: (reason) => {
          leave();
          const rest = (this.#queues.get(from.network) ?? []).filter((other) => other !== entry);
          if (rest.length === 0) this.#queues.delete(from.network);
          else this.#queues.set(from.network, rest);
          reject(reason);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#queues.set(from.network, [...(this.#queues.get(from.network) ?? []), entry]);
      this.#waiting += 1;
      this.#ofWider.set(from.widerNetwork, (this.#ofWider.get(from.widerNetwork) ?? 0) + 1);
    });
  }

  /** Makes room for one more page, if need be at the cost of another network. */
  #admit({ network, widerNetwork }: Networks): void {
    const { waiting, waitingOfNetwork } = this.#limits;
    const own = this.#queues.get(network)?.length ?? 0;
    const ofWider = this.#ofWider.get(widerNetwork) ?? 0;
    if (own >= waitingOfNetwork || ofWider >= waitingOfNetwork * WIDER_MAY_WAIT_TIMES) throw this.#overloaded();
    if (this.#waiting < waiting) return;
    const newest = this.#newestOfMost();
    // One more of this network than of that one would only turn the two around.
    const ofMost = newest === undefined ? 0 : (this.#ofWider.get(newest.from.widerNetwork) ?? 0);
    if (newest === undefined || ofMost <= ofWider + 1) throw this.#overloaded();
    newest.refuse(this.#overloaded());
  }

  /** The newest page of the network that waits with most, in the wider network that waits with most. */
  #newestOfMost(): Waiting | undefined {
    const [widest] = [...this.#ofWider].toSorted(([, a], [, b]) => b - a);
    const ofWidest = [...this.#queues.values()].filter(([first]) => first?.from.widerNetwork === widest?.[0]);
    const [longest] = ofWidest.toSorted((a, b) => b.length - a.length);
    return longest?.at(-1);
  }

  #overloaded(): AppError {
    return new AppError('Overloaded', {
      internal: `${this.#waiting} pages wait to be rendered`,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
