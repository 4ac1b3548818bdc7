/** Numbers account ids from 0 in the order in which they come: some bytes an id, and no object. */
export class IdTable {
  ids: Float64Array;
  count = 0;
  #slots: Int32Array;
  #mask: number;

  /** @param most ids expected; it grows beyond */
  constructor(most: number) {
    this.ids = new Float64Array(Math.max(16, most));
    [this.#slots, this.#mask] = slotsFor(this.ids.length);
  }

  clear(): void {
    this.count = 0;
    this.#slots.fill(0);
  }

  /** Number of an id, -1 for one that is not numbered. */
  find(id: number): number {
    return (this.#slots[this.#slotOf(id)] ?? 0) - 1;
  }

  /** Number of an id, the next one for a new id. */
  add(id: number): number {
    let slot = this.#slotOf(id);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    if (this.count === this.ids.length) {
      this.#grow();
      slot = this.#slotOf(id);
    }
    this.ids[this.count] = id;
    this.count += 1;
    this.#slots[slot] = this.count;
    return this.count - 1;
  }

  /** The slot of an id, or the empty one where it belongs. */
  #slotOf(id: number): number {
    let slot = hash(id) & this.#mask;
    for (;;) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0 || this.ids[known - 1] === id) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const ids = new Float64Array(2 * this.ids.length);
    ids.set(this.ids);
    this.ids = ids;
    [this.#slots, this.#mask] = slotsFor(ids.length);
    for (let index = 0; index < this.count; index += 1) this.#slots[this.#slotOf(ids[index] ?? 0)] = index + 1;
  }
}

function slotsFor(ids: number): [Int32Array, number] {
  const slots = 2 ** Math.ceil(Math.log2(2 * ids));
  return [new Int32Array(slots), slots - 1];
}

function hash(id: number): number {
  const mixed = Math.imul((id % 2 ** 32) ^ Math.imul(Math.floor(id / 2 ** 32), 0x85eb_ca6b), 0x9e37_79b1);
  return mixed ^ (mixed >>> 15);
}
