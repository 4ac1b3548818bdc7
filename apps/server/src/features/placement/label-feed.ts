/** For this long PostgreSQL may be without a connection to the main database, as while that one starts again. */
const LONGEST_BREAK_MS = 60_000;

/**
 * Whether labels still arrive on a server. A connection that broke is made again within seconds; one that stays away, as
 * by a subscription that an operator disabled, would have checks rate by labels of former days.
 */
export class LabelFeed<Server extends object> {
  readonly #broken = new WeakMap<Server, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Notes what a server says now, and returns whether it has had no connection for too long. */
  isBroken(server: Server, isConnected: boolean): boolean {
    if (isConnected) {
      this.#broken.delete(server);
      return false;
    }
    const since = this.#broken.get(server) ?? this.#now();
    this.#broken.set(server, since);
    return this.#now() - since > LONGEST_BREAK_MS;
  }
}
