const REMEMBERED = 10_000;

/** Handles each update once, however often it is delivered: a second delivery waits for the first. */
export class Once {
  readonly #seen = new Map<number, Promise<void>>();

  run(updateId: number, work: () => Promise<void>): Promise<void> {
    const known = this.#seen.get(updateId);
    if (known !== undefined) return known;
    const running = work().catch((error: unknown) => {
      // It will be delivered and handled again.
      this.#seen.delete(updateId);
      throw error;
    });
    this.#seen.set(updateId, running);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
    return running;
  }
}
