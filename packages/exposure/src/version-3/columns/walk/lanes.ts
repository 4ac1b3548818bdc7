import { OWNER_ENTRIES } from '../../walk/rows/masses.ts';
import type { Links, Passing } from './links.ts';
import { FIRST_LANE } from './state-layout.ts';

/** A lane in doubles: masses, what the best single path carries; and in words: its links, and which entries it has. */
const LANE_DOUBLES = 18;
const LANE_WORDS = 2 * LANE_DOUBLES;
const BESTS = OWNER_ENTRIES;
const LINKS = 28;
const RANGE = 35;
const HIGH_SHIFT = 8;
const LOW_MASK = 2 ** HIGH_SHIFT - 1;
const LAST_ENTRY = OWNER_ENTRIES - 1;
const FIRST_SIZE = 256;

/**
 * Masses by owners, as `Lane` has them, in typed arrays. The number of a lane that is given back is used again. Entries outside of the range that a lane has are not there.
 */
export class Lanes {
  readonly #links: Links;
  #doubles = new Float64Array(FIRST_SIZE * LANE_DOUBLES);
  #words = new Uint32Array(this.#doubles.buffer);
  #count = FIRST_LANE;
  #free = new Uint32Array(FIRST_SIZE);
  #freeCount = 0;

  constructor(links: Links) {
    this.#links = links;
  }

  clear(): void {
    this.#count = FIRST_LANE;
    this.#freeCount = 0;
  }

  lowOf(lane: number): number {
    return (this.#words[lane * LANE_WORDS + RANGE] ?? 0) & LOW_MASK;
  }

  highOf(lane: number): number {
    return (this.#words[lane * LANE_WORDS + RANGE] ?? 0) >>> HIGH_SHIFT;
  }

  massAt(lane: number, owners: number): number {
    return this.#doubles[lane * LANE_DOUBLES + owners] ?? 0;
  }

  bestAt(lane: number, owners: number): number {
    return this.#doubles[lane * LANE_DOUBLES + BESTS + owners] ?? 0;
  }

  linkAt(lane: number, owners: number): number {
    return this.#words[lane * LANE_WORDS + LINKS + owners] ?? 0;
  }

  /** A lane with one entry. */
  single(owners: number, mass: number, best: number, link: number): number {
    const lane = this.#take(owners, owners);
    this.#add(lane, owners, mass, best, link);
    return lane;
  }

  /** What of a lane passes on, by the step that links are made of. */
  passed(lane: number, factor: number, addsOwner: boolean, passing: Passing): number {
    const low = this.lowOf(lane);
    const high = this.highOf(lane);
    const by = addsOwner ? 1 : 0;
    const moved = this.#take(Math.min(low + by, LAST_ENTRY), Math.min(high + by, LAST_ENTRY));
    for (let owners = low; owners <= high; owners += 1) {
      const mass = this.massAt(lane, owners);
      if (!(mass > 0)) continue;
      const link = this.#links.linked(this.linkAt(lane, owners), owners, passing);
      this.#add(moved, Math.min(owners + by, LAST_ENTRY), mass * factor, this.bestAt(lane, owners) * factor, link);
    }
    return moved;
  }

  /** Leaves a part of a lane where it is; its paths stay. */
  scale(lane: number, factor: number): void {
    const doubles = this.#doubles;
    const first = lane * LANE_DOUBLES;
    const high = this.highOf(lane);
    for (let owners = this.lowOf(lane); owners <= high; owners += 1) {
      doubles[first + owners] = (doubles[first + owners] ?? 0) * factor;
      doubles[first + BESTS + owners] = (doubles[first + BESTS + owners] ?? 0) * factor;
    }
  }

  /** Both together, in the first where it is there; the second is used up. Either may be 0. */
  merged(into: number, lane: number): number {
    if (lane === 0) return into;
    if (into === 0) return lane;
    this.addTo(into, lane);
    this.giveBack(lane);
    return into;
  }

  /** Adds what a lane has to another. */
  addTo(into: number, lane: number): void {
    const high = this.highOf(lane);
    for (let owners = this.lowOf(lane); owners <= high; owners += 1) {
      const mass = this.massAt(lane, owners);
      if (!(mass > 0)) continue;
      this.#widen(into, owners);
      this.#add(into, owners, mass, this.bestAt(lane, owners), this.linkAt(lane, owners));
    }
  }

  sumOf(lane: number): number {
    let sum = 0;
    const high = this.highOf(lane);
    for (let owners = this.lowOf(lane); owners <= high; owners += 1) sum += this.massAt(lane, owners);
    return sum;
  }

  giveBack(lane: number): void {
    if (lane === 0) return;
    if (this.#freeCount === this.#free.length) {
      const free = new Uint32Array(2 * this.#free.length);
      free.set(this.#free);
      this.#free = free;
    }
    this.#free[this.#freeCount] = lane;
    this.#freeCount += 1;
  }

  #take(low: number, high: number): number {
    let lane = this.#count;
    if (this.#freeCount > 0) {
      this.#freeCount -= 1;
      lane = this.#free[this.#freeCount] ?? 0;
    } else {
      this.#count = lane + 1;
      if ((lane + 1) * LANE_DOUBLES > this.#doubles.length) this.#grow();
    }
    this.#words[lane * LANE_WORDS + RANGE] = low + (high << HIGH_SHIFT);
    for (let owners = low; owners <= high; owners += 1) this.#empty(lane, owners);
    return lane;
  }

  #widen(lane: number, owners: number): void {
    let low = this.lowOf(lane);
    let high = this.highOf(lane);
    if (owners >= low && owners <= high) return;
    while (owners < low) this.#empty(lane, --low);
    while (owners > high) this.#empty(lane, ++high);
    this.#words[lane * LANE_WORDS + RANGE] = low + (high << HIGH_SHIFT);
  }

  #empty(lane: number, owners: number): void {
    this.#doubles[lane * LANE_DOUBLES + owners] = 0;
    this.#doubles[lane * LANE_DOUBLES + BESTS + owners] = 0;
    this.#words[lane * LANE_WORDS + LINKS + owners] = 0;
  }

  #add(lane: number, owners: number, mass: number, best: number, link: number): void {
    const at = lane * LANE_DOUBLES + owners;
    this.#doubles[at] = (this.#doubles[at] ?? 0) + mass;
    if (best <= (this.#doubles[at + BESTS] ?? 0)) return;
    this.#doubles[at + BESTS] = best;
    this.#words[lane * LANE_WORDS + LINKS + owners] = link;
  }

  #grow(): void {
    const doubles = new Float64Array(2 * this.#doubles.length);
    doubles.set(this.#doubles);
    this.#doubles = doubles;
    this.#words = new Uint32Array(doubles.buffer);
  }
}
