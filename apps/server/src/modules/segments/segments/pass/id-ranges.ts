const BINS = 2 ** 16;

/** Counts ids by ranges of equal width that double until all ids fit, and divides them into parts of about one size. */
export class IdRanges {
  #width = 1;
  readonly #counts = new Float64Array(BINS);
  #count = 0;

  add(id: number): void {
    while (id >= BINS * this.#width) this.#widen();
    const bin = Math.floor(id / this.#width);
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
    this.#count += 1;
  }

  /** The part of an id, as a look-up: parts are in the order of ids. */
  divide(parts: number): (id: number) => number {
    const width = this.#width;
    const partOf = new Uint32Array(BINS);
    let before = 0;
    for (let bin = 0; bin < BINS; bin += 1) {
      partOf[bin] = Math.min(parts - 1, Math.floor((before * parts) / Math.max(1, this.#count)));
      before += this.#counts[bin] ?? 0;
    }
    return (id) => partOf[Math.min(BINS - 1, Math.floor(id / width))] ?? 0;
  }

  #widen(): void {
    const counts = this.#counts;
    for (let bin = 0; bin < BINS / 2; bin += 1) counts[bin] = (counts[2 * bin] ?? 0) + (counts[2 * bin + 1] ?? 0);
    counts.fill(0, BINS / 2);
    this.#width *= 2;
  }
}
