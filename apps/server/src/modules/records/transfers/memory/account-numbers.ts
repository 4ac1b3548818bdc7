/** Distance between the first ids of two servers: 2^44, of which 2^9 fit into the whole numbers of JavaScript. */
export const ID_SPACE = 2 ** 44;

/**
 * Numbers of accounts in memory by their ids in the database. Ids of one server follow one another, and begin far from
 * those of another (`ID_SPACE`): one table each.
 */
export class AccountNumbers {
  readonly #tables = new Map<number, Uint32Array>();

  /** @param last the highest id of each space */
  constructor(last: readonly number[]) {
    for (const id of last) this.#tables.set(Math.floor(id / ID_SPACE), new Uint32Array((id % ID_SPACE) + 1));
  }

  set(id: number, number: number): void {
    const table = this.#tables.get(Math.floor(id / ID_SPACE));
    if (table !== undefined) table[id % ID_SPACE] = number;
  }

  /** 0 for an id that was never set. */
  of(id: number): number {
    return this.#tables.get(Math.floor(id / ID_SPACE))?.[id % ID_SPACE] ?? 0;
  }
}
