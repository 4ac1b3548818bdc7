import type { ListPage } from './types.ts';

/** A list that is read page by page: `for await (const one of list)` reads as many pages as it needs. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<ListPage<Item>>;

  constructor(read: (cursor: string | undefined) => Promise<ListPage<Item>>) {
    this.#read = read;
  }

  /** One page: the first one without a cursor. */
  page(cursor?: string): Promise<ListPage<Item>> {
    return this.#read(cursor);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for (let cursor: string | undefined; ; ) {
      const { data, next_cursor } = await this.#read(cursor);
      yield* data;
      if (next_cursor === null) return;
      cursor = next_cursor;
    }
  }
}
