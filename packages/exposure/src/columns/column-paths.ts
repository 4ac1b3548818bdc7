import type { Direction } from '../records/record.ts';
import type { EvidencePath, PathStep } from '../walk/exposure.ts';
import { type ColumnPath, recordsOf } from './column-rows.ts';
import type { ColumnScratch } from './column-scratch.ts';
import type { WalkableColumns } from './column-tables.ts';
import * as at from './record-log.ts';

/** Accounts whose addresses are fetched ahead together. */
const BLOCK = 128;

/**
 * Writes the paths of a walk, their steps in the order money moved. Many paths share steps, and each is written once. Of
 * a row's paths the records without a step are found first, so that memory is asked for all of their addresses before
 * the first of them is waited for.
 */
export class ColumnPaths {
  readonly #columns: WalkableColumns;
  readonly #direction: Direction;
  readonly #scratch: ColumnScratch;
  readonly #steps: PathStep[] = [];
  /** Records whose steps come next. */
  #unwritten: number[] = [];

  constructor(columns: WalkableColumns, direction: Direction, scratch: ColumnScratch) {
    this.#columns = columns;
    this.#direction = direction;
    this.#scratch = scratch;
  }

  /** The paths of one row. */
  write(paths: readonly ColumnPath[]): EvidencePath[] {
    const written: EvidencePath[] = [];
    const found: (readonly number[])[] = [];
    for (const path of paths) found.push(this.#indexesOf(recordsOf(path, this.#scratch)));
    this.#writeSteps();
    for (let index = 0; index < found.length; index += 1) {
      const steps: PathStep[] = [];
      for (const one of found[index] ?? []) {
        const step = this.#steps[one];
        if (step !== undefined) steps.push(step);
      }
      if (this.#direction === 'fwd') steps.reverse();
      written.push({ steps, hops: steps.length, share: paths[index]?.best ?? 0 });
    }
    return written;
  }

  /** Indexes of the steps of these records, some of which are yet to be written. */
  #indexesOf(records: readonly number[]): readonly number[] {
    const indexes: number[] = [];
    for (const record of records) {
      const next = this.#steps.length + this.#unwritten.length;
      const known = this.#scratch.steps.claim(record, next);
      indexes.push(known < 0 ? next : known);
      if (known < 0) this.#unwritten.push(record);
    }
    return indexes;
  }

  #writeSteps(): void {
    const { log, addresses, transactions } = this.#columns.tables;
    const records = this.#unwritten;
    if (records.length === 0) return;
    for (let first = 0; first < records.length; first += BLOCK / 2) {
      let accounts = 0;
      for (let index = first; index < Math.min(records.length, first + BLOCK / 2); index += 1) {
        const record = records[index] ?? 0;
        ACCOUNTS[accounts] = log.word(record, at.FROM);
        ACCOUNTS[accounts + 1] = log.word(record, at.TO);
        accounts += 2;
      }
      addresses.fetchAhead(ACCOUNTS, accounts);
    }
    for (const record of records) {
      this.#steps.push({
        from: addresses.addressOf(log.word(record, at.FROM)),
        to: addresses.addressOf(log.word(record, at.TO)),
        transactionId: transactions.textOf(log.word(record, at.TRANSACTION)),
        amount: this.#columns.amountOf(record),
        time: log.word(record, at.TIME),
      });
    }
    this.#unwritten = [];
  }
}

const ACCOUNTS = new Uint32Array(BLOCK);
