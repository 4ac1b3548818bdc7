/**
 * States that wait in the walk's order: the highest key first; at one key, entries whose position is only a bound come
 * before those whose position is final, so that everything that merges into a final entry on top is merged already;
 * then in the order they were created, so that neither the store nor the heap decides in which order masses are added.
 */
export interface Waiting {
  readonly key: number;
  readonly final: boolean;
  /** Rises from entry to entry as they are made. */
  readonly made: number;
}

/** A binary heap of waiting entries, highest first. */
export class WalkHeap<T extends Waiting> {
  readonly #items: T[] = [];

  /** Entries in heap order: the first is the top, the next ones are only roughly the next. */
  get items(): readonly T[] {
    return this.#items;
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (parent === undefined || !comesBefore(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  /** All entries in the walk's order. */
  inOrder(): readonly T[] {
    return this.#items.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1));
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = items[below];
      if (child === undefined) break;
      const right = items[below + 1];
      if (right !== undefined && comesBefore(right, child)) {
        child = right;
        below += 1;
      }
      if (!comesBefore(child, last)) break;
      items[at] = child;
      at = below;
    }
    items[at] = last;
    return top;
  }
}

function comesBefore(a: Waiting, b: Waiting): boolean {
  if (a.key !== b.key) return a.key > b.key;
  return a.final === b.final ? a.made < b.made : b.final;
}
