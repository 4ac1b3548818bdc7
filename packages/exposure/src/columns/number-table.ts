const FIRST_SIZE = 1024;

/**
 * Numbers from 1 to 2^32 - 1 to numbers from 0 to 2^31 - 2, in typed arrays: no object an entry, cleared by what was
 * used. A key lies beside its value, so that finding one touches one line of the processor's cache.
 */
export class NumberTable {
  /** Pairs: key, and value and one; 0 for an empty pair. */
  #pairs = new Int32Array(2 * FIRST_SIZE);
  #used = new Int32Array(FIRST_SIZE / 2);
  #count = 0;

  /** The value of a key; one that is not there yet gets this value, and -1 is returned. */
  claim(key: number, value: number): number {
    const pairs = this.#pairs;
    const mask = pairs.length - 2;
    const wanted = key | 0;
    let at = mix(wanted) & mask;
    for (;;) {
      const there = pairs[at] ?? 0;
      if (there === wanted) return (pairs[at + 1] ?? 0) - 1;
      if (there === 0) break;
      at = (at + 2) & mask;
    }
    pairs[at] = wanted;
    pairs[at + 1] = value + 1;
    this.#used[this.#count] = at;
    this.#count += 1;
    if (this.#count === this.#used.length) this.#grow();
    return -1;
  }

  clear(): void {
    const pairs = this.#pairs;
    if (this.#count > pairs.length / 16) pairs.fill(0);
    else for (let index = 0; index < this.#count; index += 1) pairs[this.#used[index] ?? 0] = 0;
    this.#count = 0;
  }

  #grow(): void {
    const pairs = this.#pairs;
    const used = this.#used;
    const count = this.#count;
    this.#pairs = new Int32Array(pairs.length * 4);
    this.#used = new Int32Array(used.length * 4);
    this.#count = 0;
    for (let index = 0; index < count; index += 1) {
      const at = used[index] ?? 0;
      this.claim(pairs[at] ?? 0, (pairs[at + 1] ?? 0) - 1);
    }
  }
}

/** Where the search for a key begins: the index of a pair, not yet cut to the table. */
function mix(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) << 1;
}
