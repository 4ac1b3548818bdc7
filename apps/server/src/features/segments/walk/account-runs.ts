import { rmSync } from 'node:fs';
import path from 'node:path';
import { ofSize, type Room, readPieces } from '../pass/append-files.ts';
import { IdTable } from '../pass/id-table.ts';
import { FileWriter } from './file-writer.ts';
import { HALF_BYTES, HALF_DOUBLES, type HalfRecord, writeHalf } from './half-rows.ts';

/** A row with the account it belongs to before it. */
const ROW_DOUBLES = 1 + HALF_DOUBLES;
const ROW_BYTES = 8 * ROW_DOUBLES;
/** A row of a run being sorted: itself, its account's number, its place in order, and its share of the table of ids. */
export const SORTED_ROW_BYTES = ROW_BYTES + 4 + 4 + 24;

/** Where the rows of one account are in the file of all. */
export interface AccountSpan {
  readonly id: number;
  readonly start: number;
  readonly count: number;
}

/**
 * Sorts rows by account, and within an account as they came, in runs that fit into memory and one merge of them:
 * memory does not depend on how many rows an account has.
 */
export class AccountRuns {
  readonly #dir: string;
  readonly #kind: string;
  readonly #most: number;
  readonly #ids: IdTable;
  readonly #doubles: Float64Array;
  readonly #words: Uint32Array;
  readonly #accounts: Uint32Array;
  #count = 0;
  #runs = 0;

  /** @param most rows of a run */
  constructor(dir: string, kind: string, most: number) {
    this.#dir = dir;
    this.#kind = kind;
    this.#most = most;
    this.#ids = new IdTable(Math.ceil(most / 4));
    this.#doubles = new Float64Array(most * ROW_DOUBLES);
    this.#words = new Uint32Array(this.#doubles.buffer);
    this.#accounts = new Uint32Array(most);
  }

  add(account: number, other: number, record: HalfRecord): void {
    if (this.#count === this.#most) this.#writeRun();
    const double = this.#count * ROW_DOUBLES;
    this.#doubles[double] = account;
    writeHalf({ doubles: this.#doubles, words: this.#words }, double + 1, other, record);
    this.#accounts[this.#count] = this.#ids.add(account);
    this.#count += 1;
  }

  /** Ends the adding; what sorting takes of memory can be freed with this object. */
  finish(): number {
    if (this.#count > 0) this.#writeRun();
    return this.#runs;
  }

  #writeRun(): void {
    const file = new FileWriter(runPath(this.#dir, this.#kind, this.#runs));
    const bytes = new Uint8Array(this.#doubles.buffer);
    for (const row of this.#inOrder()) file.write(bytes.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES));
    file.close();
    this.#runs += 1;
    this.#count = 0;
    this.#ids.clear();
  }

  /** Rows by account: a sort by counting keeps those of an account as they came. */
  #inOrder(): Uint32Array {
    const { ids, count } = this.#ids;
    const ascending = Uint32Array.from({ length: count }, (_, index) => index).sort(
      (a, b) => (ids[a] ?? 0) - (ids[b] ?? 0),
    );
    const next = new Uint32Array(count);
    for (let row = 0; row < this.#count; row += 1) {
      const account = this.#accounts[row] ?? 0;
      next[account] = (next[account] ?? 0) + 1;
    }
    let before = 0;
    for (const account of ascending) {
      const rows = next[account] ?? 0;
      next[account] = before;
      before += rows;
    }
    const order = new Uint32Array(this.#count);
    for (let row = 0; row < this.#count; row += 1) {
      const account = this.#accounts[row] ?? 0;
      const place = next[account] ?? 0;
      order[place] = row;
      next[account] = place + 1;
    }
    return order;
  }
}

function runPath(dir: string, kind: string, run: number): string {
  return path.join(dir, `${kind}-run-${run}`);
}

const MERGED_PIECE_BYTES = 256 * 1024;

/** Merges runs into one file of rows by account, and yields where the rows of each account are. Removes the runs. */
export function* mergeRuns(dir: string, kind: string, runs: number, target: string): Generator<AccountSpan> {
  const readers = Array.from({ length: runs }, (_, run) => new RunReader(runPath(dir, kind, run), run));
  const waiting = new ReaderHeap(readers.filter((reader) => reader.advance()));
  const file = new FileWriter(target);
  let [start, row] = [0, 0];
  for (let reader = waiting.least; reader !== null; ) {
    const { id } = reader;
    // Runs are in the order of records, so an account's rows are those of one run after those of the one before it.
    while (reader !== null && reader.id === id) {
      let isMore = true;
      while (isMore && reader.id === id) {
        file.write(reader.half());
        row += 1;
        isMore = reader.advance();
      }
      waiting.settle(isMore);
      reader = waiting.least;
    }
    yield { id, start, count: row - start };
    start = row;
  }
  file.close();
  for (let run = 0; run < runs; run += 1) rmSync(runPath(dir, kind, run));
}

class RunReader {
  readonly run: number;
  id = 0;
  readonly #pieces: Generator<Room>;
  #room: Room | null = null;
  #at = -ROW_BYTES;

  constructor(file: string, run: number) {
    this.run = run;
    this.#pieces = readPieces(file, ofSize(ROW_BYTES), MERGED_PIECE_BYTES);
  }

  /** Goes to the next row; false where there is none. */
  advance(): boolean {
    this.#at += ROW_BYTES;
    if (this.#room === null || this.#at >= this.#room.used) {
      const next = this.#pieces.next();
      if (next.done === true) return false;
      this.#room = next.value;
      this.#at = 0;
    }
    this.id = this.#room.doubles[this.#at / 8] ?? 0;
    return true;
  }

  /** The row without its account. */
  half(): Uint8Array {
    const first = this.#at + ROW_BYTES - HALF_BYTES;
    return this.#room?.bytes.subarray(first, first + HALF_BYTES) ?? new Uint8Array(0);
  }
}

/** Readers by account, then by run. */
class ReaderHeap {
  readonly #readers: RunReader[];

  constructor(readers: readonly RunReader[]) {
    this.#readers = [...readers].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  get least(): RunReader | null {
    return this.#readers[0] ?? null;
  }

  /** Puts the least reader where it belongs after it moved on, or removes it. */
  settle(isMore: boolean): void {
    const readers = this.#readers;
    const moved = isMore ? readers[0] : readers.pop();
    if (moved === undefined || readers.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const [left, right] = [readers[child], readers[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child += 1;
      const least = readers[child] ?? left;
      if (!isBefore(least, moved)) break;
      readers[index] = least;
      index = child;
    }
    readers[index] = moved;
  }
}

function isBefore(a: RunReader, b: RunReader): boolean {
  return a.id < b.id || (a.id === b.id && a.run < b.run);
}
