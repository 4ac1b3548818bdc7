import { joinRuns, type NumberRun, runAt, runsOf } from './number-runs.ts';
import { sharedBufferOf, type TableParts } from './record-log.ts';

/** Places between two records written in order: room for what arrives late and belongs between them. */
export const PLACES_BETWEEN = 2 ** 20;

export interface LatePlacesParts {
  /** Numbers of the late records, their places, and their numbers in order of place: one chunk each. */
  readonly table: TableParts;
  readonly gone: readonly NumberRun[];
}

/** Late records that follow each other behind one record held, numbered one after the other. */
export interface LateGroup {
  /** The record they stand behind, 0 for the beginning. */
  readonly after: number;
  readonly first: number;
  readonly count: number;
}

/** More late records belong between two neighbours than there are places. The store must be filled anew. */
export class NoPlaceLeftError extends Error {
  constructor() {
    super(`More than ${PLACES_BETWEEN} late records belong between two that were written in order`);
    this.name = 'NoPlaceLeftError';
  }
}

const BLOCK_BITS = 10;
const STEPS_PER_REST = 4096;
const RUN_BYTES = 64;

/**
 * Where records stand that were written after later ones. A record written in order stands where its number says, and
 * takes no room here; a late one has the next free number and a place of its own, 16 bytes.
 */
export class LatePlaces {
  /** Numbers of records that were taken out while later ones stayed: they are not given out again. */
  #gone: readonly NumberRun[];
  /** Those, and the numbers of late ones. */
  #outOfOrder: readonly NumberRun[];
  #numbers: Uint32Array;
  #places: Float64Array;
  #inOrder: Uint32Array;
  /** How many late ones have a number below each block of numbers. */
  #starts: Uint32Array;

  constructor(parts?: LatePlacesParts) {
    const [numbers, places, inOrder] = parts?.table.chunks ?? [];
    this.#gone = parts?.gone ?? [];
    this.#numbers = new Uint32Array(numbers ?? new SharedArrayBuffer(0));
    this.#places = new Float64Array(places ?? new SharedArrayBuffer(0));
    this.#inOrder = new Uint32Array(inOrder ?? new SharedArrayBuffer(0));
    this.#starts = startsOf(this.#numbers);
    this.#outOfOrder = joinRuns(this.#gone, runsOf(this.#numbers));
  }

  parts(): LatePlacesParts {
    const chunks = [this.#numbers, this.#places, this.#inOrder].map(sharedBufferOf);
    return { table: { count: this.count, chunks: this.isPlain ? [] : chunks }, gone: this.#gone };
  }

  /** Whether every record stands where its number says; places are the numbers then. */
  get isPlain(): boolean {
    return this.#numbers.length === 0;
  }

  get count(): number {
    return this.#numbers.length;
  }

  get gone(): number {
    return this.#gone.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  get bytes(): number {
    return 16 * this.count + this.#starts.byteLength + RUN_BYTES * (this.#gone.length + this.#outOfOrder.length);
  }

  /** The first number from this one on that does not stand for a late record or a gone one. */
  inOrderFrom(record: number): number {
    return (runAt(this.#outOfOrder, record)?.[1] ?? record - 1) + 1;
  }

  /** The last such number up to this one, 0 for none. */
  inOrderUpTo(record: number): number {
    return (runAt(this.#outOfOrder, record)?.[0] ?? record + 1) - 1;
  }

  /**
   * Remembers numbers whose records are gone.
   *
   * @param count numbers behind it are free again
   */
  forget(taken: readonly number[], count: number): void {
    const staying = taken.filter((record) => record <= count);
    const gone = joinRuns(this.#gone, runsOf(Uint32Array.from(staying).sort()));
    this.#gone = gone.flatMap(([first, last]) => (first > count ? [] : [[first, Math.min(last, count)] as const]));
    this.#outOfOrder = joinRuns(this.#gone, runsOf(this.#numbers));
  }

  /** The late record that stands before so many others. */
  nth(index: number): number {
    return this.#inOrder[index] ?? 0;
  }

  has(record: number): boolean {
    return this.#indexOf(record) >= 0;
  }

  /** What decides the order of records; whole, and below 2^52. */
  placeOf(record: number): number {
    if (this.isPlain) return record;
    const index = this.#indexOf(record);
    return index < 0 ? record * PLACES_BETWEEN : (this.#places[index] ?? 0);
  }

  /** The record at a place, 0 for none; one written in order may be gone, or not be there yet. */
  at(place: number): number {
    if (this.isPlain) return Number.isSafeInteger(place) && place > 0 ? place : 0;
    const index = this.firstFrom((record) => this.placeOf(record) >= place);
    const late = this.nth(index);
    if (late !== 0 && this.placeOf(late) === place) return late;
    const record = place / PLACES_BETWEEN;
    return Number.isSafeInteger(record) && record > 0 && !this.has(record) ? record : 0;
  }

  /** Index of the first late record in order for which this holds, as it does for all behind it. */
  firstFrom(holds: (record: number) => boolean): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.nth(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Forgets late records and gives others their places, with a rest now and then.
   *
   * @param groups In order, none behind the last record; numbers grow from group to group.
   * @throws NoPlaceLeftError
   */
  *revise(isLeaving: (record: number) => boolean, groups: readonly LateGroup[]): Generator<void, void> {
    const room = this.count + groups.reduce((sum, { count }) => sum + count, 0);
    const merged = new Merged(room);
    const lows = groups.map(({ after }) => (this.isPlain ? after * PLACES_BETWEEN : this.placeOf(after)));
    let group = 0;
    const takeGroupsUpTo = (next: number): void => {
      for (let low = lows[group] ?? next; group < groups.length && low < next; low = lows[group] ?? next) {
        const { first, count } = groups[group] ?? { first: 0, count: 0 };
        merged.addBetween(low, next, first, count);
        group += 1;
      }
    };
    for (let index = 0; index < this.count; index += 1) {
      if (index % STEPS_PER_REST === 0) yield;
      const record = this.nth(index);
      const place = this.placeOf(record);
      takeGroupsUpTo(place);
      if (!isLeaving(record)) merged.add(record, place);
    }
    takeGroupsUpTo(Number.POSITIVE_INFINITY);
    merged.spreadCrowded();
    const staying = this.#numbers.filter((record) => !isLeaving(record));
    const added = groups.flatMap(({ first, count }) => Array.from({ length: count }, (_, index) => first + index));
    const numbers = new Uint32Array(new SharedArrayBuffer(4 * merged.size));
    numbers.set(staying);
    numbers.set(added, staying.length);
    this.#numbers = numbers;
    this.#starts = startsOf(numbers);
    this.#places = new Float64Array(new SharedArrayBuffer(8 * merged.size));
    this.#inOrder = new Uint32Array(new SharedArrayBuffer(4 * merged.size));
    for (let index = 0; index < merged.size; index += 1) {
      if (index % STEPS_PER_REST === 0) yield;
      const record = merged.records[index] ?? 0;
      this.#inOrder[index] = record;
      this.#places[this.#indexOf(record)] = merged.places[index] ?? 0;
    }
  }

  #indexOf(record: number): number {
    const block = record >>> BLOCK_BITS;
    const numbers = this.#numbers;
    let low = this.#starts[block] ?? numbers.length;
    let high = this.#starts[block + 1] ?? numbers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[middle] ?? 0) < record) low = middle + 1;
      else high = middle;
    }
    return numbers[low] === record ? low : -1;
  }
}

/** Late records in order while their places are decided. */
class Merged {
  readonly records: Uint32Array;
  readonly places: Float64Array;
  size = 0;
  /** Records written in order behind which places ran out. */
  readonly #crowded: number[] = [];

  constructor(room: number) {
    this.records = new Uint32Array(room);
    this.places = new Float64Array(room);
  }

  add(record: number, place: number): void {
    this.records[this.size] = record;
    this.places[this.size] = place;
    this.size += 1;
  }

  /** Spreads records evenly from a place up to the next late one or the next that was written in order. */
  addBetween(low: number, next: number, first: number, count: number): void {
    const anchor = Math.floor(low / PLACES_BETWEEN);
    const span = Math.min(next, (anchor + 1) * PLACES_BETWEEN) - low;
    const isCrowded = span <= count;
    if (isCrowded && this.#crowded.at(-1) !== anchor) this.#crowded.push(anchor);
    for (let index = 0; index < count; index += 1) {
      this.add(first + index, isCrowded ? low : low + Math.floor(((index + 1) * span) / (count + 1)));
    }
  }

  /** Gives the late ones behind a record places anew where a group found too few between its neighbours. */
  spreadCrowded(): void {
    let start = 0;
    for (const anchor of this.#crowded) {
      const base = anchor * PLACES_BETWEEN;
      while (start < this.size && (this.places[start] ?? 0) < base) start += 1;
      let end = start;
      while (end < this.size && (this.places[end] ?? 0) < base + PLACES_BETWEEN) end += 1;
      const count = end - start;
      if (count >= PLACES_BETWEEN) throw new NoPlaceLeftError();
      for (let index = 0; index < count; index += 1) {
        this.places[start + index] = base + Math.floor(((index + 1) * PLACES_BETWEEN) / (count + 1));
      }
    }
  }
}

function startsOf(numbers: Uint32Array): Uint32Array {
  const last = numbers.at(-1);
  if (last === undefined) return new Uint32Array(0);
  const starts = new Uint32Array((last >>> BLOCK_BITS) + 2);
  for (const record of numbers) starts[(record >>> BLOCK_BITS) + 1] = (starts[(record >>> BLOCK_BITS) + 1] ?? 0) + 1;
  for (let block = 1; block < starts.length; block += 1) {
    starts[block] = (starts[block] ?? 0) + (starts[block - 1] ?? 0);
  }
  return starts;
}
