import type { Direction, NodeId, Position, TransferRecord } from '../records/record.ts';
import type { EventLoopYield } from './options.ts';
import type { PageAsk } from './store.ts';

/** Something at a place in the order of records; no two of an account share one. */
interface Placed {
  readonly position: Position;
}

/** What pages are read from. */
export interface PageSource<R extends Placed> {
  page(
    direction: Direction,
    asks: readonly PageAsk[],
    limit: number,
  ): Promise<readonly { readonly records: readonly R[]; readonly more: boolean }[]>;
}

/**
 * Records of the accounts a walk has met, by key: the position going back, its negative going forward, so that both
 * directions read from high keys to low ones.
 */
export type Key = number;

/** A stretch of one account's records without gaps, from `top` down. */
interface Stretch<R> {
  readonly top: Key;
  readonly records: readonly R[];
  /** What lies below the last record: more to read, nothing, or records that cannot be read. */
  readonly below: 'more' | 'end' | 'unreadable';
}

/**
 * `end`: no record at or below the key. `unreadable`: there are some, but they cannot be read. `missing`: not read
 * yet.
 */
export type Found<R = TransferRecord> = R | 'end' | 'unreadable' | 'missing';

export interface Ask {
  readonly node: NodeId;
  readonly key: Key;
}

const ASKS_PER_CALL = 128;

/** Caches the pages that were read and finds records in them. Holds no mass: rounds of one walk share it. */
export class PageCache<R extends Placed = TransferRecord> {
  readonly #store: PageSource<R>;
  readonly #direction: Direction;
  readonly #stretches = new Map<NodeId, Stretch<R>[]>();
  #isClosed = false;

  constructor(store: PageSource<R>, direction: Direction) {
    this.#store = store;
    this.#direction = direction;
  }

  keyOf(record: R): Key {
    return this.#direction === 'bwd' ? record.position : -record.position;
  }

  /** From now on whatever was not read counts as unreadable. */
  close(): void {
    this.#isClosed = true;
  }

  /** The first record of `node` at or below `key`. */
  find(node: NodeId, key: Key): Found<R> {
    const stretches = this.#stretches.get(node);
    const stretch = stretches?.[firstAtOrAbove(stretches, key)];
    const unread = this.#isClosed ? 'unreadable' : 'missing';
    if (stretch === undefined) return unread;
    const record = stretch.records[this.#firstAtOrBelow(stretch.records, key)];
    if (record !== undefined) return record;
    return stretch.below === 'more' ? unread : stretch.below;
  }

  /** Asks the store for all pages in one round trip. */
  async load(asks: readonly Ask[], limit: number): Promise<void> {
    if (asks.length === 0) return;
    const pages = await this.#store.page(
      this.#direction,
      asks.map(({ node, key }) => ({ node, position: this.#positionOf(key) })),
      limit,
    );
    for (const [index, ask] of asks.entries()) {
      const page = pages[index];
      if (page === undefined) throw new Error('the store left an ask without its page');
      this.#keep(ask, page);
    }
  }

  /**
   * Reads an account's records from one end of its history to the other, page by page. `isPartial` says that the other
   * end could not be reached.
   */
  async loadAll(
    node: NodeId,
    limit: number,
    yieldToEventLoop: EventLoopYield,
  ): Promise<{ readonly records: readonly R[]; readonly isPartial: boolean }> {
    const records: R[] = [];
    let key: Key = this.#direction === 'bwd' ? Number.POSITIVE_INFINITY : 0;
    let found = this.find(node, key);
    while (found !== 'end' && found !== 'unreadable') {
      if (found === 'missing') {
        await yieldToEventLoop(limit);
        await this.load([{ node, key }], limit);
      } else {
        records.push(found);
        key = this.keyOf(found) - 1;
      }
      found = this.find(node, key);
    }
    return { records, isPartial: found === 'unreadable' };
  }

  /** Reads these records of an account, in the walk's order. @throws RangeError where one is none of its records. */
  async loadAt(node: NodeId, positions: readonly Position[], yieldToEventLoop: EventLoopYield): Promise<readonly R[]> {
    const keys = [...new Set(positions)]
      .map((position) => (this.#direction === 'bwd' ? position : -position))
      .sort((a, b) => b - a);
    for (let start = 0; start < keys.length; start += ASKS_PER_CALL) {
      await yieldToEventLoop(ASKS_PER_CALL);
      await this.load(
        keys.slice(start, start + ASKS_PER_CALL).map((key) => ({ node, key })),
        1,
      );
    }
    return keys.map((key) => {
      const found = this.find(node, key);
      if (typeof found === 'string' || this.keyOf(found) !== key) {
        throw new RangeError(`position ${this.#positionOf(key)} is no record of the subject in this direction`);
      }
      return found;
    });
  }

  #positionOf(key: Key): Position {
    return this.#direction === 'bwd' ? key : Math.max(0, -key);
  }

  #keep(ask: Ask, page: { readonly records: readonly R[]; readonly more: boolean }): void {
    const below = !page.more ? 'end' : page.records.length === 0 ? 'unreadable' : 'more';
    const stretch: Stretch<R> = { top: ask.key, records: page.records, below };
    const stretches = this.#stretches.get(ask.node);
    if (stretches === undefined) {
      this.#stretches.set(ask.node, [stretch]);
      return;
    }
    const at = firstAtOrAbove(stretches, ask.key);
    stretches.splice(at, stretches[at]?.top === ask.key ? 1 : 0, stretch);
  }

  #firstAtOrBelow(records: readonly R[], key: Key): number {
    let low = 0;
    let high = records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const record = records[middle];
      if (record !== undefined && this.keyOf(record) > key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Stretches are kept by rising top. */
function firstAtOrAbove(stretches: readonly Stretch<unknown>[], key: Key): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const stretch = stretches[middle];
    if (stretch !== undefined && stretch.top < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
