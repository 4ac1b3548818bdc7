const FIRST_SIZE = 256;
/** In place of a state: what moved ended at a label of tier S, A or B. */
const BAD = 2 ** 32 - 1;

/** How the masses of starts and states went on: a part of each to a state, or to a bad label. Numbered from 0. */
export class Moves {
  #parts = new Float64Array(FIRST_SIZE);
  #targets = new Uint32Array(FIRST_SIZE);
  /** States that were taken, in their order. */
  #taken = new Uint32Array(FIRST_SIZE);
  /** First move of each start, and how many there are. */
  readonly starts: (readonly [first: number, count: number])[] = [];
  count = 0;
  takenCount = 0;

  clear(): void {
    this.starts.length = 0;
    this.count = 0;
    this.takenCount = 0;
  }

  /** Notes that a start made the moves from one on. */
  begin(first: number): void {
    this.starts.push([first, this.count - first]);
  }

  /** @param target State that it came to, 0 where it ended for good. */
  add(part: number, target: number): void {
    if (this.count === this.#parts.length) this.#grow();
    this.#parts[this.count] = part;
    this.#targets[this.count] = target;
    this.count += 1;
  }

  addBad(part: number): void {
    this.add(part, BAD);
  }

  take(state: number): void {
    if (this.takenCount === this.#taken.length) {
      const taken = new Uint32Array(2 * this.#taken.length);
      taken.set(this.#taken);
      this.#taken = taken;
    }
    this.#taken[this.takenCount] = state;
    this.takenCount += 1;
  }

  takenAt(order: number): number {
    return this.#taken[order] ?? 0;
  }

  /** State that a move came to, 0 for none. */
  targetOf(move: number): number {
    const target = this.#targets[move] ?? 0;
    return target === BAD ? 0 : target;
  }

  /** The bad part of what some moves took: `badOf` says it of states. */
  badOf(first: number, count: number, badOf: (state: number) => number): number {
    let sum = 0;
    for (let move = first; move < first + count; move += 1) {
      const target = this.#targets[move] ?? 0;
      const bad = target === BAD ? 1 : target === 0 ? 0 : badOf(target);
      sum += (this.#parts[move] ?? 0) * bad;
    }
    return sum;
  }

  #grow(): void {
    const parts = new Float64Array(2 * this.#parts.length);
    parts.set(this.#parts);
    this.#parts = parts;
    const targets = new Uint32Array(2 * this.#targets.length);
    targets.set(this.#targets);
    this.#targets = targets;
  }
}
