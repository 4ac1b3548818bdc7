/**
 * All records of one asset in order, 64 bytes each: one line of the processor's cache answers a step of the walk.
 * Records are numbered from 1; 0 says there is none. Each record also threads four lists, so that no step has to
 * search: the inflows and outflows of both its ends.
 */
export const FROM = 0;
export const TO = 1;
/** Last inflow of the sender before this record: where its money comes from. */
export const FROM_PREVIOUS_IN = 2;
export const TO_PREVIOUS_IN = 3;
/** Last outflow of the receiver before this record; the one after it is where this money goes. */
export const TO_PREVIOUS_OUT = 4;
export const FROM_PREVIOUS_OUT = 5;
/** Written when the sender pays again. */
export const FROM_NEXT_OUT = 6;
export const TIME = 7;
export const BLOCK = 8;
/** Number of the transaction's id, 0 for none. */
export const TRANSACTION = 9;

/** Indexes of the doubles, counted in doubles. */
export const INFLOW_SHARE = 5;
/** phi; below zero the sender was short, phi is 1 and this is -kappa, -2 for a kappa of 0. */
export const OUTFLOW = 6;
/** Base units below 2^53; below zero minus one minus its index among the wide amounts. */
export const AMOUNT = 7;

export const RECORD_BYTES = 64;
export const CHUNK_BITS = 16;
export const CHUNK_MASK = 2 ** CHUNK_BITS - 1;
export const CHUNK_BYTES = RECORD_BYTES * 2 ** CHUNK_BITS;
/** A sender without a known balance: kappa 0. */
export const NOTHING_COVERED = -2;

/** kappa of a stored outflow. */
export function coveredOf(outflow: number): number {
  if (outflow >= 0) return 1;
  return outflow === NOTHING_COVERED ? 0 : -outflow;
}

/** A growing table as its chunks and what of them is used: what threads and files are given. */
export interface TableParts {
  readonly count: number;
  readonly chunks: readonly SharedArrayBuffer[];
}

/** Chunks of records, seen as words and as doubles; shared memory, so that threads can read what one thread appends. */
export class RecordLog {
  readonly words: Uint32Array[] = [];
  readonly doubles: Float64Array[] = [];
  count = 0;

  constructor(parts?: TableParts) {
    for (const chunk of parts?.chunks ?? []) this.#adopt(chunk);
    this.count = parts?.count ?? 0;
  }

  parts(): TableParts {
    return { count: this.count, chunks: this.words.map(sharedBufferOf) };
  }

  /** Bytes of memory allocated, unused space in the last chunk included. */
  get bytes(): number {
    return this.words.length * CHUNK_BYTES;
  }

  /** Whether the next record needs another chunk. */
  get isFull(): boolean {
    return (this.count + 1) >>> CHUNK_BITS >= this.words.length;
  }

  grow(): void {
    this.#adopt(new SharedArrayBuffer(CHUNK_BYTES));
  }

  #adopt(chunk: SharedArrayBuffer): void {
    this.words.push(new Uint32Array(chunk));
    this.doubles.push(new Float64Array(chunk));
  }

  word(record: number, field: number): number {
    return this.words[record >>> CHUNK_BITS]?.[((record & CHUNK_MASK) << 4) + field] ?? 0;
  }

  double(record: number, field: number): number {
    return this.doubles[record >>> CHUNK_BITS]?.[((record & CHUNK_MASK) << 3) + field] ?? 0;
  }

  setWord(record: number, field: number, value: number): void {
    const words = this.words[record >>> CHUNK_BITS];
    if (words !== undefined) words[((record & CHUNK_MASK) << 4) + field] = value;
  }

  setDouble(record: number, field: number, value: number): void {
    const doubles = this.doubles[record >>> CHUNK_BITS];
    if (doubles !== undefined) doubles[((record & CHUNK_MASK) << 3) + field] = value;
  }

  /** Empties a line that held another record. */
  clear(record: number): void {
    const start = (record & CHUNK_MASK) << 4;
    this.words[record >>> CHUNK_BITS]?.fill(0, start, start + 16);
  }
}

/** The shared memory behind a view; every table of a column store is in such memory. */
export function sharedBufferOf(view: ArrayBufferView): SharedArrayBuffer {
  if (view.buffer instanceof SharedArrayBuffer) return view.buffer;
  throw new TypeError('a table expected shared memory');
}
