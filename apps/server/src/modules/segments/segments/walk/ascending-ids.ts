/** Numbers that come in batches in ascending order, asked for in ascending order: no more than a batch is in memory. */
export class AscendingIds {
  readonly #batches: AsyncIterator<readonly number[]>;
  #batch: readonly number[] = [];
  #at = 0;
  #isDone = false;

  constructor(batches: AsyncIterable<readonly number[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Whether `advance` has to be called before it can be said whether this number is among them. */
  isBehind(id: number): boolean {
    while (this.#at < this.#batch.length && (this.#batch[this.#at] ?? 0) < id) this.#at += 1;
    return !this.#isDone && this.#at === this.#batch.length;
  }

  async advance(id: number): Promise<void> {
    while (this.isBehind(id)) {
      const { done, value } = await this.#batches.next();
      if (done === true) this.#isDone = true;
      else [this.#batch, this.#at] = [value, 0];
    }
  }

  has(id: number): boolean {
    return this.#batch[this.#at] === id;
  }

  /** Reads what is left, so that the connection can be used again. */
  async close(): Promise<void> {
    while (!this.#isDone) await this.advance(Number.POSITIVE_INFINITY);
  }
}
