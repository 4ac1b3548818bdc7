import { FIRST_IN, FIRST_OUT, INFLOWS, LAST_IN, LAST_OUT, OUTFLOWS } from './account-rows.ts';
import type { ColumnTables } from './column-tables.ts';
import type { BalanceSteps } from './column-writer.ts';
import { type LateGroup, POSITIONS_BETWEEN } from './late-record-index.ts';
import * as at from './record-log.ts';
import type { RecordOrder } from './record-order.ts';

/** A late record whose ends are known by number. */
export interface LateRecord {
  readonly from: number;
  readonly to: number;
  /** Base units above 0; a number only below 2^53. */
  readonly amount: number | bigint;
  /** Unix seconds. */
  readonly time: number;
  readonly block: number;
  readonly transactionId: string;
}

/** Late records, in order, that follow one stored record; 0 for the beginning. */
export interface LateRecords {
  readonly after: number;
  readonly records: readonly LateRecord[];
}

/** What a revision does to one account. */
interface Touched {
  /** Nothing of the account changes before it. */
  earliest: number;
  readonly inflows: number[];
  readonly outflows: number[];
}

/** One account's inflows or outflows from a position on, the last one first. */
interface Chain {
  readonly records: readonly number[];
  /** The one before them, 0 for none. */
  readonly before: number;
  /** How many were taken out. */
  readonly left: number;
}

const STEPS_PER_REST = 2048;

/**
 * Removes records and inserts late ones. The lists and derived values of the accounts they touch are computed again
 * from the first change on; other accounts are not read. No other reader may run meanwhile.
 */
export class ColumnReviser {
  readonly #tables: ColumnTables;
  readonly #order: RecordOrder;
  readonly #balances: BalanceSteps;
  readonly #touched = new Map<number, Touched>();
  #leaving = new Uint8Array(0);
  #steps = 0;

  constructor(tables: ColumnTables, order: RecordOrder, balances: BalanceSteps) {
    this.#tables = tables;
    this.#order = order;
    this.#balances = balances;
  }

  /**
   * @param taken Records to remove.
   * @param groups In order; none after the last record that stays.
   * @returns how many accounts were derived again; sinks have nothing to derive.
   */
  *run(taken: readonly number[], groups: readonly LateRecords[]): Generator<void, number> {
    const { log, late } = this.#tables;
    this.#leaving = new Uint8Array((log.count >>> 3) + 1);
    for (const record of taken) {
      this.#leaving[record >>> 3] = (this.#leaving[record >>> 3] ?? 0) | (1 << (record & 7));
    }
    const anchors = taken.map((record) =>
      late.isPlain ? record : Math.floor(late.positionOf(record) / POSITIONS_BETWEEN),
    );
    const written = groups.map((group) => this.#write(group));
    if (written.length > 0 || !late.isPlain) yield* late.revise((record) => this.#isLeaving(record), written);
    const scale = late.isPlain ? 1 : POSITIONS_BETWEEN;
    for (const [index, record] of taken.entries()) {
      if (this.#isRestDue()) yield;
      const position = (anchors[index] ?? 0) * scale;
      this.#touch(log.word(record, at.FROM), position);
      this.#touch(log.word(record, at.TO), position);
    }
    for (const { first, count } of written) {
      for (let record = first; record < first + count; record += 1) {
        const position = late.positionOf(record);
        this.#touch(log.word(record, at.FROM), position).outflows.push(record);
        this.#touch(log.word(record, at.TO), position).inflows.push(record);
      }
    }
    let derived = 0;
    for (const [account, touched] of this.#touched) {
      yield* this.#revise(account, touched);
      if (!this.#balances.isSink(account)) derived += 1;
    }
    yield* this.#forget(taken);
    return derived;
  }

  /** Writes lines that nothing leads to yet. */
  #write({ after, records }: LateRecords): LateGroup {
    const { log, amounts, transactions } = this.#tables;
    const first = log.count + 1;
    for (const { from, to, amount, time, block, transactionId } of records) {
      if (log.isFull) log.grow();
      log.count += 1;
      const record = log.count;
      log.clear(record);
      log.setWord(record, at.FROM, from);
      log.setWord(record, at.TO, to);
      log.setWord(record, at.TIME, time);
      log.setWord(record, at.BLOCK, block);
      log.setWord(record, at.TRANSACTION, transactions.add(transactionId));
      log.setDouble(record, at.AMOUNT, typeof amount === 'number' ? amount : -1 - amounts.add(amount));
      log.setDouble(record, at.INFLOW_SHARE, 1);
      log.setDouble(record, at.OUTFLOW, 1);
    }
    return { after, first, count: records.length };
  }

  #isLeaving(record: number): boolean {
    return ((this.#leaving[record >>> 3] ?? 0) & (1 << (record & 7))) !== 0;
  }

  #touch(account: number, position: number): Touched {
    const known = this.#touched.get(account);
    if (known === undefined) {
      const touched = { earliest: position, inflows: [], outflows: [] };
      this.#touched.set(account, touched);
      return touched;
    }
    if (position < known.earliest) known.earliest = position;
    return known;
  }

  *#revise(account: number, { earliest, inflows, outflows }: Touched): Generator<void, void> {
    const { log, accounts, late } = this.#tables;
    const ins = yield* this.#chain(accounts.word(account, LAST_IN), at.TO_PREVIOUS_IN, earliest, inflows);
    const outs = yield* this.#chain(accounts.word(account, LAST_OUT), at.FROM_PREVIOUS_OUT, earliest, outflows);
    const isSink = this.#balances.isSink(account);
    if (!isSink) yield* this.#rewind(account, ins.before, outs.before);
    let lastIn = ins.before;
    let lastOut = outs.before;
    if (lastIn === 0) accounts.setWord(account, FIRST_IN, ins.records.at(-1) ?? 0);
    if (lastOut === 0) accounts.setWord(account, FIRST_OUT, outs.records.at(-1) ?? 0);
    let nextIn = ins.records.length - 1;
    let nextOut = outs.records.length - 1;
    while (nextIn >= 0 || nextOut >= 0) {
      if (this.#isRestDue()) yield;
      const inflow = ins.records[nextIn] ?? 0;
      const outflow = outs.records[nextOut] ?? 0;
      if (outflow === 0 || (inflow !== 0 && late.positionOf(inflow) < late.positionOf(outflow))) {
        nextIn -= 1;
        log.setWord(inflow, at.TO_PREVIOUS_IN, lastIn);
        log.setWord(inflow, at.TO_PREVIOUS_OUT, lastOut);
        lastIn = inflow;
        if (!isSink) log.setDouble(inflow, at.INFLOW_SHARE, this.#balances.receive(account, this.#amountOf(inflow)));
      } else {
        nextOut -= 1;
        log.setWord(outflow, at.FROM_PREVIOUS_IN, lastIn);
        log.setWord(outflow, at.FROM_PREVIOUS_OUT, lastOut);
        if (lastOut !== 0) log.setWord(lastOut, at.FROM_NEXT_OUT, outflow);
        lastOut = outflow;
        if (!isSink) log.setDouble(outflow, at.OUTFLOW, this.#balances.spend(account, this.#amountOf(outflow)));
      }
    }
    if (lastOut !== 0) log.setWord(lastOut, at.FROM_NEXT_OUT, 0);
    accounts.setWord(account, LAST_IN, lastIn);
    accounts.setWord(account, LAST_OUT, lastOut);
    accounts.setWord(account, INFLOWS, accounts.word(account, INFLOWS) + inflows.length - ins.left);
    accounts.setWord(account, OUTFLOWS, accounts.word(account, OUTFLOWS) + outflows.length - outs.left);
  }

  /** Follows a list back to the first change, without what leaves and with what arrives. */
  *#chain(last: number, previous: number, earliest: number, arriving: readonly number[]): Generator<void, Chain> {
    const { log, late } = this.#tables;
    const records: number[] = [];
    let next = arriving.length - 1;
    let left = 0;
    let record = last;
    for (; record !== 0; record = log.word(record, previous)) {
      if (this.#isRestDue()) yield;
      if (this.#isLeaving(record)) {
        left += 1;
        continue;
      }
      const position = late.positionOf(record);
      for (; next >= 0 && late.positionOf(arriving[next] ?? 0) > position; next -= 1) records.push(arriving[next] ?? 0);
      if (position < earliest) break;
      records.push(record);
    }
    for (; next >= 0; next -= 1) records.push(arriving[next] ?? 0);
    return { records, before: record, left };
  }

  /**
   * Sets an account's balance to what it was after these two. Back to where its records say what it was: nothing after
   * all of it left, only the amount where an inflow is all there is; else to its opening.
   */
  *#rewind(account: number, lastIn: number, lastOut: number): Generator<void, void> {
    const { log, late } = this.#tables;
    /** The last one first; outflows below zero. */
    const steps: number[] = [];
    let inflow = lastIn;
    let outflow = lastOut;
    let known: number | null = null;
    while (known === null && (inflow !== 0 || outflow !== 0)) {
      if (this.#isRestDue()) yield;
      if (outflow === 0 || (inflow !== 0 && late.positionOf(inflow) > late.positionOf(outflow))) {
        // Shares of wide amounts may be 1 by rounding alone.
        const amount = log.double(inflow, at.AMOUNT);
        if (amount >= 0 && log.double(inflow, at.INFLOW_SHARE) === 1) known = amount;
        else steps.push(inflow);
        inflow = log.word(inflow, at.TO_PREVIOUS_IN);
      } else {
        const share = log.double(outflow, at.OUTFLOW);
        if (log.double(outflow, at.AMOUNT) >= 0 && (share < 0 || share === 1)) known = 0;
        else steps.push(-outflow);
        outflow = log.word(outflow, at.FROM_PREVIOUS_OUT);
      }
    }
    this.#balances.reset(account, known);
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      if (this.#isRestDue()) yield;
      if (step > 0) this.#balances.receive(account, this.#amountOf(step));
      else this.#balances.spend(account, this.#amountOf(-step));
    }
  }

  /** Numbers at the end become free; others stay behind as gone, because positions follow numbers. */
  *#forget(taken: readonly number[]): Generator<void, void> {
    const { log, late, amounts, transactions } = this.#tables;
    for (const record of taken) {
      if (this.#isRestDue()) yield;
      log.setWord(record, at.FROM, 0);
      log.setWord(record, at.TO, 0);
    }
    while (log.count > 0 && this.#order.isGone(log.count)) {
      if (this.#isRestDue()) yield;
      const record = log.count;
      const amount = log.double(record, at.AMOUNT);
      if (amount < 0) amounts.truncate(-1 - amount);
      const transaction = log.word(record, at.TRANSACTION);
      if (transaction !== 0 && transaction !== log.word(record - 1, at.TRANSACTION))
        transactions.truncate(transaction - 1);
      log.count = record - 1;
    }
    late.forget(taken, log.count);
  }

  #amountOf(record: number): number | bigint {
    const amount = this.#tables.log.double(record, at.AMOUNT);
    return amount < 0 ? this.#tables.amounts.at(-1 - amount) : amount;
  }

  #isRestDue(): boolean {
    this.#steps += 1;
    if (this.#steps < STEPS_PER_REST) return false;
    this.#steps = 0;
    return true;
  }
}
