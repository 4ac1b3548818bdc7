import { joinRuns, type NumberRun, runAt, runsOf } from './number-runs.ts';
import { sharedBufferOf, type TableParts } from './record-log.ts';

/** Positions between two records written in order: reserved for late records that belong between them. */
export const POSITIONS_BETWEEN = 2 ** 20;

export interface LateRecordIndexParts {
  /** Numbers of the late records, their positions, and their numbers in order of position: one chunk each. */
  readonly table: TableParts;
  readonly gone: readonly NumberRun[];
}

/** Late records that follow each other after one stored record, numbered one after the other. */
export interface LateGroup {
  /** The record they follow, 0 for the beginning. */
  readonly after: number;
  readonly first: number;
  readonly count: number;
}

/** More late records belong between two neighbours than there are positions. The store must be built again. */
export class NoPositionLeftError extends Error {
  constructor() {
    super(`More than ${POSITIONS_BETWEEN} late records belong between two that were written in order`);
    this.name = 'NoPositionLeftError';
  }
}

const BLOCK_BITS = 10;
const STEPS_PER_REST = 4096;
const RUN_BYTES = 64;

/**
 * Positions of records that were written after later ones. The position of a record written in order follows from its
 * number and takes no space here; a late one has the next free number and a position of its own, 16 bytes.
 */
export class LateRecordIndex {
  /** Numbers of records that were taken out while later ones stayed: they are not given out again. */
  #gone: readonly NumberRun[];
  /** Those, and the numbers of late ones. */
  #outOfOrder: readonly NumberRun[];
  #numbers: Uint32Array;
  #positions: Float64Array;
  #inOrder: Uint32Array;
  /** How many late ones have a number below each block of numbers. */
  #starts: Uint32Array;

  constructor(parts?: LateRecordIndexParts) {
    const [numbers, positions, inOrder] = parts?.table.chunks ?? [];
    this.#gone = parts?.gone ?? [];
    this.#numbers = new Uint32Array(numbers ?? new SharedArrayBuffer(0));
    this.#positions = new Float64Array(positions ?? new SharedArrayBuffer(0));
    this.#inOrder = new Uint32Array(inOrder ?? new SharedArrayBuffer(0));
    this.#starts = startsOf(this.#numbers);
    this.#outOfOrder = joinRuns(this.#gone, runsOf(this.#numbers));
  }

  parts(): LateRecordIndexParts {
    const chunks = [this.#numbers, this.#positions, this.#inOrder].map(sharedBufferOf);
    return { table: { count: this.count, chunks: this.isPlain ? [] : chunks }, gone: this.#gone };
  }

  /** Whether the position of every record follows from its number; positions are the numbers then. */
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

  /** The first number from this one on that is not the number of a late or removed record. */
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

  /** The late record that comes before so many others. */
  nth(index: number): number {
    return this.#inOrder[index] ?? 0;
  }

  has(record: number): boolean {
    return this.#indexOf(record) >= 0;
  }

  /** What decides the order of records; whole, and below 2^52. */
  positionOf(record: number): number {
    if (this.isPlain) return record;
    const index = this.#indexOf(record);
    return index < 0 ? record * POSITIONS_BETWEEN : (this.#positions[index] ?? 0);
  }

  /** The record at a position, 0 for none; one written in order may be gone, or not be there yet. */
  at(position: number): number {
    if (this.isPlain) return Number.isSafeInteger(position) && position > 0 ? position : 0;
    const index = this.firstFrom((record) => this.positionOf(record) >= position);
    const late = this.nth(index);
    if (late !== 0 && this.positionOf(late) === position) return late;
    const record = position / POSITIONS_BETWEEN;
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
   * Forgets late records and gives others their positions; yields now and then.
   *
   * @param groups In order, none behind the last record; numbers grow from group to group.
   * @throws NoPositionLeftError
   */
  *revise(isLeaving: (record: number) => boolean, groups: readonly LateGroup[]): Generator<void, void> {
    const room = this.count + groups.reduce((sum, { count }) => sum + count, 0);
    const merged = new Merged(room);
    const lows = groups.map(({ after }) => (this.isPlain ? after * POSITIONS_BETWEEN : this.positionOf(after)));
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
      const position = this.positionOf(record);
      takeGroupsUpTo(position);
      if (!isLeaving(record)) merged.add(record, position);
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
    this.#positions = new Float64Array(new SharedArrayBuffer(8 * merged.size));
    this.#inOrder = new Uint32Array(new SharedArrayBuffer(4 * merged.size));
    for (let index = 0; index < merged.size; index += 1) {
      if (index % STEPS_PER_REST === 0) yield;
      const record = merged.records[index] ?? 0;
      this.#inOrder[index] = record;
      this.#positions[this.#indexOf(record)] = merged.positions[index] ?? 0;
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

/** Late records in order while their positions are decided. */
class Merged {
  readonly records: Uint32Array;
  readonly positions: Float64Array;
  size = 0;
  /** Records written in order after which positions ran out. */
  readonly #crowded: number[] = [];

  constructor(room: number) {
    this.records = new Uint32Array(room);
    this.positions = new Float64Array(room);
  }

  add(record: number, position: number): void {
    this.records[this.size] = record;
    this.positions[this.size] = position;
    this.size += 1;
  }

  /** Spreads records evenly from a position up to the next late one or the next that was written in order. */
  addBetween(low: number, next: number, first: number, count: number): void {
    const anchor = Math.floor(low / POSITIONS_BETWEEN);
    const span = Math.min(next, (anchor + 1) * POSITIONS_BETWEEN) - low;
    const isCrowded = span <= count;
    if (isCrowded && this.#crowded.at(-1) !== anchor) this.#crowded.push(anchor);
    for (let index = 0; index < count; index += 1) {
      this.add(first + index, isCrowded ? low : low + Math.floor(((index + 1) * span) / (count + 1)));
    }
  }

  /** Assigns new positions to the late records after a record where a group found too few between its neighbours. */
  spreadCrowded(): void {
    let start = 0;
    for (const anchor of this.#crowded) {
      const base = anchor * POSITIONS_BETWEEN;
      while (start < this.size && (this.positions[start] ?? 0) < base) start += 1;
      let end = start;
      while (end < this.size && (this.positions[end] ?? 0) < base + POSITIONS_BETWEEN) end += 1;
      const count = end - start;
      if (count >= POSITIONS_BETWEEN) throw new NoPositionLeftError();
      for (let index = 0; index < count; index += 1) {
        this.positions[start + index] = base + Math.floor(((index + 1) * POSITIONS_BETWEEN) / (count + 1));
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
