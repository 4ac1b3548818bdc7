import { AppError } from '../../app-error.ts';

/** Lets `running` tasks work at a time and `waiting` more queue for a place; refuses beyond that. */
export class RunSlots {
  readonly #limits: { readonly running: number; readonly waiting: number };
  #running = 0;
  readonly #queue: (() => void)[] = [];

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  /** @throws AppError Overloaded when even the queue is full. */
  assertRoom(): void {
    if (this.#queue.length >= this.#limits.waiting)
      throw new AppError('Overloaded', { internal: 'checks queue is full' });
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.running) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody slips in between.
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
