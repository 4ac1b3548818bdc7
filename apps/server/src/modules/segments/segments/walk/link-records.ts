import { closeSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { linked } from '@assay/exposure';
import { unnamedAccount } from '../files/read-parquet.ts';
import { AppendFiles, ofSize, readAll, readPieces, writeAll } from '../pass/append-files.ts';
import type { IdTable } from '../pass/id-table.ts';
import { bufferOf } from '../pass/pass-plan.ts';
import { readPiecesBack } from './pieces-back.ts';
import { WALK_FILES } from './walk-files.ts';
import type { WalkPlan } from './walk-plan.ts';
import { END_BYTES, ENDS, IS_INFLOW } from './write-records.ts';

/** What one end of a record gets: its index among the ends of its window, its account, facts and last inflow. */
const BEFORE_BYTES = 16;
/** The same index, and the account's next outflow. */
const AFTER_BYTES = 8;
const ROW_WORDS = linked.LINKED_BYTES / 4;

/** Accounts of a range of ids, numbered from 0 on in the order of their ids, and what is known of them. */
export interface AccountRange {
  readonly ids: IdTable;
  /** Number of the first of them among all accounts. */
  readonly first: number;
  readonly factsOf: (account: number) => number;
}

/** The ends of the lists of each account of a range, as numbers of records, and how many records there are. */
export class AccountEnds {
  readonly firstIn: Uint32Array;
  readonly lastIn: Uint32Array;
  readonly firstOut: Uint32Array;
  readonly lastOut: Uint32Array;
  readonly inCount: Uint32Array;
  readonly outCount: Uint32Array;

  constructor(accounts: number) {
    const words = (): Uint32Array => new Uint32Array(accounts);
    [this.firstIn, this.lastIn, this.inCount] = [words(), words(), words()];
    [this.firstOut, this.lastOut, this.outCount] = [words(), words(), words()];
  }

  receive(account: number, record: number): void {
    if (this.inCount[account] === 0) this.firstIn[account] = record;
    this.lastIn[account] = record;
    this.inCount[account] = (this.inCount[account] ?? 0) + 1;
  }

  send(account: number, record: number): void {
    if (this.outCount[account] === 0) this.firstOut[account] = record;
    this.lastOut[account] = record;
    this.outCount[account] = (this.outCount[account] ?? 0) + 1;
  }
}

/**
 * Links records in windows of their order: what each end of a record has to know comes from the range of ids that its
 * account is in. Memory has the accounts of a range, then the rows of a window, however many records an account has.
 */
export class RecordLinks {
  readonly #dir: string;
  readonly #signal: AbortSignal;
  readonly #records: number;
  readonly #windowRecords: number;
  readonly #ends: AppendFiles;
  readonly #before: AppendFiles;
  readonly #after: AppendFiles;

  constructor(dir: string, plan: WalkPlan, records: number, signal: AbortSignal) {
    this.#dir = dir;
    this.#signal = signal;
    this.#records = records;
    this.#windowRecords = plan.windowRecords;
    const buffer = bufferOf(plan.parts, 2 * Math.ceil(records / plan.windowRecords));
    this.#ends = new AppendFiles(dir, ENDS, 8);
    this.#before = new AppendFiles(dir, 'before', buffer);
    this.#after = new AppendFiles(dir, 'after', buffer);
  }

  /** Reads the records of the accounts of a range forwards and backwards, and sends what they find to the windows. */
  async visitRange(part: number, range: AccountRange): Promise<AccountEnds> {
    const file = this.#ends.pathOf(part);
    const { ids, first, factsOf } = range;
    const ends = new AccountEnds(ids.count);
    for (const { doubles, words, used } of readPieces(file, ofSize(END_BYTES))) {
      await this.#yield();
      for (let word = 0; word < used / 4; word += END_BYTES / 4) {
        const id = doubles[word / 2] ?? 0;
        const account = ids.find(id);
        if (account < 0) throw unnamedAccount(id);
        const [record, end] = [words[word + 2] ?? 0, words[word + 3] ?? 0];
        this.#sendBefore(record, end, first + account, factsOf(account), ends.lastIn[account] ?? 0);
        if (end === IS_INFLOW) ends.receive(account, record);
        else ends.send(account, record);
      }
    }
    const nextOut = new Uint32Array(ids.count);
    for (const { doubles, words, used } of readPiecesBack(file, END_BYTES)) {
      await this.#yield();
      for (let word = used / 4 - END_BYTES / 4; word >= 0; word -= END_BYTES / 4) {
        const account = ids.find(doubles[word / 2] ?? 0);
        const [record, end] = [words[word + 2] ?? 0, words[word + 3] ?? 0];
        const next = nextOut[account] ?? 0;
        if (next !== 0) this.#sendAfter(record, end, next);
        if (end !== IS_INFLOW) nextOut[account] = record;
      }
    }
    rmSync(file, { force: true });
    return ends;
  }

  /** Writes the links into the rows, window after window. */
  async finish(onProgress: (part: number) => void): Promise<void> {
    this.#before.flush();
    this.#after.flush();
    const handle = openSync(path.join(this.#dir, WALK_FILES.records), 'r+');
    try {
      const most = Math.min(this.#windowRecords, this.#records);
      const bytes = new Uint8Array(most * linked.LINKED_BYTES);
      for (let window = 0; window * most < this.#records; window += 1) {
        const first = window * most;
        const rows = bytes.subarray(0, linked.LINKED_BYTES * Math.min(most, this.#records - first));
        readAll(handle, rows, first * linked.LINKED_BYTES);
        await this.#linkRows(new Uint32Array(rows.buffer), window);
        writeAll(handle, rows, first * linked.LINKED_BYTES);
        onProgress((window + 1) / Math.ceil(this.#records / most));
      }
    } finally {
      closeSync(handle);
    }
  }

  async #linkRows(rows: Uint32Array, window: number): Promise<void> {
    for (const { words, used } of readPieces(this.#before.pathOf(window), ofSize(BEFORE_BYTES))) {
      await this.#yield();
      for (let word = 0; word < used / 4; word += BEFORE_BYTES / 4) {
        const end = words[word] ?? 0;
        const row = (end >>> 1) * ROW_WORDS;
        const isReceiver = end % 2 === IS_INFLOW;
        rows[row + (isReceiver ? linked.TO : linked.FROM)] = words[word + 1] ?? 0;
        rows[row + (isReceiver ? linked.TO_FACTS : linked.FROM_FACTS)] = words[word + 2] ?? 0;
        rows[row + (isReceiver ? linked.TO_PREVIOUS_IN : linked.FROM_PREVIOUS_IN)] = words[word + 3] ?? 0;
      }
    }
    for (const { words, used } of readPieces(this.#after.pathOf(window), ofSize(AFTER_BYTES))) {
      await this.#yield();
      for (let word = 0; word < used / 4; word += AFTER_BYTES / 4) {
        const end = words[word] ?? 0;
        const field = end % 2 === IS_INFLOW ? linked.TO_NEXT_OUT : linked.FROM_NEXT_OUT;
        rows[(end >>> 1) * ROW_WORDS + field] = words[word + 1] ?? 0;
      }
    }
    for (const files of [this.#before, this.#after]) rmSync(files.pathOf(window), { force: true });
  }

  #sendBefore(record: number, end: number, account: number, facts: number, lastIn: number): void {
    const window = this.#windowOf(record);
    const room = this.#before.room(window, BEFORE_BYTES);
    const word = room.used / 4;
    room.words[word] = this.#endIndexOf(record, window, end);
    room.words[word + 1] = account;
    room.words[word + 2] = facts;
    room.words[word + 3] = lastIn;
    room.used += BEFORE_BYTES;
  }

  #sendAfter(record: number, end: number, next: number): void {
    const window = this.#windowOf(record);
    const room = this.#after.room(window, AFTER_BYTES);
    const word = room.used / 4;
    room.words[word] = this.#endIndexOf(record, window, end);
    room.words[word + 1] = next;
    room.used += AFTER_BYTES;
  }

  #windowOf(record: number): number {
    return Math.floor((record - 1) / this.#windowRecords);
  }

  #endIndexOf(record: number, window: number, end: number): number {
    return 2 * (record - 1 - window * this.#windowRecords) + end;
  }

  /** Lets other work run, and ends where the caller does not want more. */
  async #yield(): Promise<void> {
    this.#signal.throwIfAborted();
    await setImmediate();
  }
}
