/**
 * Limits the number of concurrent tasks; the others wait in order of arrival. The queue has no limit: callers that need
 * one refuse work before they come here.
 *
 * @example
 * const requests = new Semaphore(4);
 * await requests.run(signal, () => ask());
 */
export class Semaphore {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Rejects with the signal's reason when it is aborted before the task could start. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      // The permit passes directly to the next in the queue, so that no later task can take it.
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.push(enter);
    });
  }
}
