const FIRST_SIZE = 1024;

/**
 * Numbers from 1 to 2^32 - 1 to numbers, in typed arrays: no object an entry, cleared by what was used. `find` gives -1
 * for what is not there.
 */
export class NumberTable {
  #keys = new Uint32Array(FIRST_SIZE);
  #values = new Int32Array(FIRST_SIZE);
  #used = new Int32Array(FIRST_SIZE / 2);
  #count = 0;

  find(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let bucket = mix(key) & mask;
    for (;;) {
      const there = keys[bucket] ?? 0;
      if (there === key) return this.#values[bucket] ?? -1;
      if (there === 0) return -1;
      bucket = (bucket + 1) & mask;
    }
  }

  /** Puts in a key that is not there yet. */
  add(key: number, value: number): void {
    if (this.#count >= this.#used.length) this.#grow();
    const keys = this.#keys;
    const mask = keys.length - 1;
    let bucket = mix(key) & mask;
    while (keys[bucket] !== 0) bucket = (bucket + 1) & mask;
    keys[bucket] = key;
    this.#values[bucket] = value;
    this.#used[this.#count] = bucket;
    this.#count += 1;
  }

  clear(): void {
    const keys = this.#keys;
    if (this.#count > keys.length / 8) keys.fill(0);
    else for (let index = 0; index < this.#count; index += 1) keys[this.#used[index] ?? 0] = 0;
    this.#count = 0;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values;
    const used = this.#used;
    const count = this.#count;
    this.#keys = new Uint32Array(keys.length * 4);
    this.#values = new Int32Array(keys.length * 4);
    this.#used = new Int32Array(used.length * 4);
    this.#count = 0;
    for (let index = 0; index < count; index += 1) {
      const bucket = used[index] ?? 0;
      this.add(keys[bucket] ?? 0, values[bucket] ?? 0);
    }
  }
}

function mix(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
