import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets others have their turn in the middle of long work. The work is counted, not timed, so that it is divided the same
 * way on any machine.
 */
export class Turns {
  readonly #most: number;
  #spent = 0;

  /** @param most work between two turns, in the caller's own units */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts work that was done, and waits for the next turn where it was enough. */
  async spend(work: number): Promise<void> {
    this.#spent += work;
    if (this.#spent < this.#most) return;
    this.#spent = 0;
    await nextTurn();
  }
}
