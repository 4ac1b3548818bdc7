const WINDOW_MS = 60_000;
/** A rate of less time says little. */
const LEAST_MS = 500;

interface Moment {
  readonly at: number;
  readonly blocks: number;
  readonly records: number;
}

/** Blocks and records a second over the last minute. */
export class Rates {
  readonly #now: () => number;
  readonly #moments: Moment[];

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#moments = [{ at: now(), blocks: 0, records: 0 }];
  }

  add(blocks: number, records: number): void {
    const at = this.#now();
    const last = this.#moments.at(-1);
    this.#moments.push({ at, blocks: (last?.blocks ?? 0) + blocks, records: (last?.records ?? 0) + records });
    while ((this.#moments[1]?.at ?? at) < at - WINDOW_MS) this.#moments.shift();
  }

  /** Null until there is something to say. */
  get perSecond(): { readonly blocks: number | null; readonly records: number | null } {
    const first = this.#moments[0];
    const last = this.#moments.at(-1);
    const seconds = (this.#now() - (first?.at ?? 0)) / 1000;
    if (first === undefined || last === undefined || seconds * 1000 < LEAST_MS) return { blocks: null, records: null };
    return { blocks: (last.blocks - first.blocks) / seconds, records: (last.records - first.records) / seconds };
  }
}
