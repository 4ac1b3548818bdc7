/** A growing list of unsigned 32-bit numbers; also a queue. */
export class NumberList {
  #items = new Uint32Array(64);
  #first = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#first;
  }

  at(index: number): number {
    return this.#items[this.#first + index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#items[this.#first + index] = value;
  }

  push(value: number): void {
    if (this.#end >= this.#items.length) {
      const items = new Uint32Array(this.#items.length * 2);
      items.set(this.#items.subarray(this.#first, this.#end));
      this.#end -= this.#first;
      this.#first = 0;
      this.#items = items;
    }
    this.#items[this.#end] = value;
    this.#end += 1;
  }

  shift(): number {
    const first = this.at(0);
    this.#first += 1;
    return first;
  }

  /** Moves the last item to the index of one. */
  swapOut(index: number): void {
    this.set(index, this.at(this.length - 1));
    this.#end -= 1;
  }

  remove(index: number): void {
    this.#items.copyWithin(this.#first + index, this.#first + index + 1, this.#end);
    this.#end -= 1;
  }
}
