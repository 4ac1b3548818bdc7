/**
 * States that wait in the walk's order, in typed arrays: the highest key first; equal keys in order of arrival. A key
 * is twice the position, plus one where the position is only a bound, so that bounds come before the final entry of
 * their position.
 */
export class StateHeap {
  #keys = new Float64Array(256);
  #states = new Int32Array(256);
  size = 0;

  /** Key of the first entry; meaningless while empty. */
  get topKey(): number {
    return this.#keys[0] ?? 0;
  }

  get top(): number {
    return this.#states[0] ?? -1;
  }

  push(key: number, state: number): void {
    if (this.size >= this.#keys.length) this.#grow();
    const keys = this.#keys;
    const states = this.#states;
    let at = this.size;
    this.size += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const aboveKey = keys[above] ?? 0;
      if (aboveKey > key || (aboveKey === key && (states[above] ?? 0) < state)) break;
      keys[at] = aboveKey;
      states[at] = states[above] ?? 0;
      at = above;
    }
    keys[at] = key;
    states[at] = state;
  }

  /** Takes the first entry; the heap must not be empty. */
  pop(): number {
    const keys = this.#keys;
    const states = this.#states;
    const top = states[0] ?? -1;
    const size = this.size - 1;
    this.size = size;
    const key = keys[size] ?? 0;
    const state = states[size] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      let childKey = keys[child] ?? 0;
      if (child + 1 < size) {
        const rightKey = keys[child + 1] ?? 0;
        if (rightKey > childKey || (rightKey === childKey && (states[child + 1] ?? 0) < (states[child] ?? 0))) {
          child += 1;
          childKey = rightKey;
        }
      }
      if (childKey < key || (childKey === key && (states[child] ?? 0) > state)) break;
      keys[at] = childKey;
      states[at] = states[child] ?? 0;
      at = child;
    }
    keys[at] = key;
    states[at] = state;
    return top;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 4);
    keys.set(this.#keys);
    this.#keys = keys;
    const states = new Int32Array(this.#states.length * 4);
    states.set(this.#states);
    this.#states = states;
  }
}
