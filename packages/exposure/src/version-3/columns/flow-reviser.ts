import { FIRST_OUT, FLAGS, IS_FEE, IS_ISSUER, LAST_IN, LAST_OUT } from '../../columns/account-rows.ts';
import type { Position } from '../../records/record.ts';
import { FIRST_SHORT, type FlowTables, IS_POOL, unitsOf } from './flow-tables.ts';
import { type FlowWriter, partOf } from './flow-writer.ts';
import * as at from './line.ts';
import { RunningBalance } from './running-balance.ts';
import type { SecondPlan } from './second-plan.ts';

/** What a revision does to one account. */
interface Touched {
  /** Nothing of the account changes before it. */
  earliest: Position;
  /** Late lines, in order. */
  readonly into: number[];
  readonly outOf: number[];
}

/** One account's flows one way from a position on, the last one first. */
interface Chain {
  readonly lines: readonly number[];
  /** The one before them, 0 for none. */
  readonly before: number;
}

/** What an account had before its first flow, base units. */
export type OpeningOf = (account: number) => number | bigint;

const STEPS_PER_REST = 2048;

/**
 * Removes flows and inserts late ones. The threads and ratios of the accounts they touch are found again from the first
 * second that changed; other accounts are not read. No other reader may run meanwhile.
 */
export class FlowReviser {
  readonly #tables: FlowTables;
  readonly #writer: FlowWriter;
  readonly #openingOf: OpeningOf;
  readonly #touched = new Map<number, Touched>();
  readonly #leaving = new Set<number>();
  #steps = 0;

  constructor(tables: FlowTables, writer: FlowWriter, openingOf: OpeningOf) {
    this.#tables = tables;
    this.#writer = writer;
    this.#openingOf = openingOf;
  }

  /**
   * @param plans In order of time; none with flows to be added behind the last line.
   * @returns how many accounts were derived again
   */
  *run(plans: readonly SecondPlan[]): Generator<void, number> {
    const { log, order } = this.#tables;
    for (const { taken } of plans) for (const line of taken) this.#leaving.add(line);
    const late: number[] = [];
    for (const plan of plans) {
      if (this.#isRestDue()) yield;
      for (const line of this.#write(plan)) late.push(line);
    }
    for (const [account, touched] of this.#touched) yield* this.#revise(account, touched);
    for (const line of this.#leaving) {
      log.setWord(line, at.FROM, 0);
      log.setWord(line, at.TO, 0);
    }
    order.addLate(late);
    this.#trim();
    order.forget([...this.#leaving], log.count);
    return this.#touched.size;
  }

  /** Lines of a second as they should be; those that are new lead nowhere yet. */
  #write({ time, flows, parts, taken }: SecondPlan): readonly number[] {
    const { log, partRecords } = this.#tables;
    const start = at.positionAt(time, 0);
    const numbers = partRecords.addAll(
      flows.map(({ row }) => row),
      parts,
    );
    for (const line of taken) {
      this.#touch(log.word(line, at.FROM), start);
      this.#touch(log.word(line, at.TO), start);
    }
    const late: number[] = [];
    for (const { row, line } of flows) {
      const part = partOf(row, numbers);
      if (line !== 0) {
        this.#writer.mark(line, row, part);
        continue;
      }
      const written = this.#writer.writeLine(row, part);
      late.push(written);
      this.#touch(row.from, start).outOf.push(written);
      this.#touch(row.to, start).into.push(written);
    }
    return late;
  }

  #touch(account: number, position: Position): Touched {
    const known = this.#touched.get(account);
    if (known !== undefined) {
      known.earliest = Math.min(known.earliest, position);
      return known;
    }
    const touched = { earliest: position, into: [], outOf: [] };
    this.#touched.set(account, touched);
    return touched;
  }

  *#revise(account: number, { earliest, into, outOf }: Touched): Generator<void, void> {
    const { log, accounts } = this.#tables;
    const ins = yield* this.#chain(accounts.word(account, LAST_IN), at.TO_PREVIOUS_IN, earliest, into);
    const outs = yield* this.#chain(accounts.word(account, LAST_OUT), at.FROM_PREVIOUS_OUT, earliest, outOf);
    const isDerived = (accounts.word(account, FLAGS) & (IS_FEE | IS_ISSUER)) === 0;
    const balance = isDerived ? yield* this.#balanceAfter(account, ins.before, outs.before) : new RunningBalance(0);
    let [lastIn, lastOut] = [ins.before, outs.before];
    if (lastOut === 0) accounts.setWord(account, FIRST_OUT, outs.lines.at(-1) ?? 0);
    const lines = this.#merged(ins.lines, outs.lines);
    for (const [index, line] of lines.entries()) {
      if (this.#isRestDue()) yield;
      if (log.word(line, at.TO) === account) {
        log.setWord(line, at.TO_PREVIOUS_IN, lastIn);
        lastIn = line;
        if (isDerived) log.setDouble(line, at.INFLOW_SHARE, balance.receive(unitsOf(this.#tables, line)));
      } else {
        log.setWord(line, at.FROM_PREVIOUS_IN, lastIn);
        log.setWord(line, at.FROM_PREVIOUS_OUT, lastOut);
        if (lastOut !== 0) log.setWord(lastOut, at.FROM_NEXT_OUT, line);
        lastOut = line;
        if (isDerived) this.#spend(account, lines, index, balance);
      }
    }
    if (lastOut !== 0) log.setWord(lastOut, at.FROM_NEXT_OUT, 0);
    accounts.setWord(account, LAST_IN, lastIn);
    accounts.setWord(account, LAST_OUT, lastOut);
    const short = accounts.word(account, FIRST_SHORT);
    if (short === 0 || this.#leaving.has(short) || at.positionOf(log, short) >= earliest) {
      const first = outs.lines.findLast((line) => log.word(line, at.COVERED) !== 0);
      accounts.setWord(account, FIRST_SHORT, first ?? 0);
    }
  }

  /** Writes the covered share of a payment: of a fee by itself, of all that was paid in a part together. */
  #spend(account: number, lines: readonly number[], index: number, balance: RunningBalance): void {
    const { log, accounts, covered } = this.#tables;
    const line = lines[index] ?? 0;
    if ((accounts.word(account, FLAGS) & IS_POOL) !== 0) return;
    if (index > 0 && this.#isOneWith(lines[index - 1] ?? 0, line)) {
      log.setWord(line, at.COVERED, log.word(lines[index - 1] ?? 0, at.COVERED));
      return;
    }
    let paid = unitsOf(this.#tables, line);
    for (let next = index + 1; next < lines.length && this.#isOneWith(line, lines[next] ?? 0); next += 1) {
      paid = sumOf(paid, unitsOf(this.#tables, lines[next] ?? 0));
    }
    log.setWord(line, at.COVERED, covered.numberOf(balance.spend(paid)));
  }

  /** Whether both are payments of one account in one part; an account pays in one part of a transaction at most. */
  #isOneWith(line: number, next: number): boolean {
    const { log, accounts } = this.#tables;
    const isFee = (one: number): boolean => (accounts.word(log.word(one, at.TO), FLAGS) & IS_FEE) !== 0;
    return (
      log.word(line, at.FROM) === log.word(next, at.FROM) &&
      log.word(line, at.TIME) === log.word(next, at.TIME) &&
      log.word(line, at.FIRST_RANK) === log.word(next, at.FIRST_RANK) &&
      !isFee(line) &&
      !isFee(next)
    );
  }

  /** Both, the earliest first. */
  #merged(ins: readonly number[], outs: readonly number[]): readonly number[] {
    const { log } = this.#tables;
    const merged: number[] = [];
    let [nextIn, nextOut] = [ins.length - 1, outs.length - 1];
    while (nextIn >= 0 || nextOut >= 0) {
      const [into = 0, outOf = 0] = [ins[nextIn], outs[nextOut]];
      const isIn = outOf === 0 || (into !== 0 && at.positionOf(log, into) < at.positionOf(log, outOf));
      merged.push(isIn ? into : outOf);
      if (isIn) nextIn -= 1;
      else nextOut -= 1;
    }
    return merged;
  }

  /** Follows a thread back to the first change, without what leaves and with what arrives. */
  *#chain(last: number, previous: number, earliest: Position, arriving: readonly number[]): Generator<void, Chain> {
    const { log } = this.#tables;
    const lines: number[] = [];
    let next = arriving.length - 1;
    let line = last;
    for (; line !== 0; line = log.word(line, previous)) {
      if (this.#isRestDue()) yield;
      if (this.#leaving.has(line)) continue;
      const position = at.positionOf(log, line);
      for (; next >= 0 && at.positionOf(log, arriving[next] ?? 0) > position; next -= 1)
        lines.push(arriving[next] ?? 0);
      if (position < earliest) break;
      lines.push(line);
    }
    for (; next >= 0; next -= 1) lines.push(arriving[next] ?? 0);
    return { lines, before: line };
  }

  /**
   * The balance of an account after these two: by its flows since it is known, which is where an inflow is all there is,
   * where a payment was more than there was, or at its opening.
   */
  *#balanceAfter(account: number, lastIn: number, lastOut: number): Generator<void, RunningBalance> {
    const { log } = this.#tables;
    const lines: number[] = [];
    let [into, outOf] = [lastIn, lastOut];
    let known: number | bigint | null = null;
    while (known === null && (into !== 0 || outOf !== 0)) {
      if (this.#isRestDue()) yield;
      if (outOf === 0 || (into !== 0 && at.positionOf(log, into) > at.positionOf(log, outOf))) {
        // Shares of wide amounts may be 1 by rounding alone.
        const amount = log.double(into, at.AMOUNT);
        if (amount >= 0 && log.double(into, at.INFLOW_SHARE) === 1) known = amount;
        else lines.push(into);
        into = log.word(into, at.TO_PREVIOUS_IN);
      } else {
        if (log.word(outOf, at.COVERED) !== 0) known = 0;
        else lines.push(outOf);
        outOf = log.word(outOf, at.FROM_PREVIOUS_OUT);
      }
    }
    const balance = new RunningBalance(known ?? this.#openingOf(account));
    for (const line of lines.reverse()) {
      if (this.#isRestDue()) yield;
      if (log.word(line, at.TO) === account) balance.receive(unitsOf(this.#tables, line));
      else balance.spend(unitsOf(this.#tables, line));
    }
    return balance;
  }

  /** Lines at the end become free; others stay behind as gone, because order follows their numbers. */
  #trim(): void {
    const { log, amounts, transactions } = this.#tables;
    while (log.count > 0 && at.isGone(log, log.count)) {
      const line = log.count;
      const amount = log.double(line, at.AMOUNT);
      if (amount < 0) amounts.truncate(-1 - amount);
      const transaction = log.word(line, at.TRANSACTION);
      if (transaction !== 0 && transaction !== log.word(line - 1, at.TRANSACTION))
        transactions.truncate(transaction - 1);
      log.count = line - 1;
    }
  }

  #isRestDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS_PER_REST === 0;
  }
}

function sumOf(some: number | bigint, more: number | bigint): number | bigint {
  const sum = typeof some === 'number' && typeof more === 'number' ? some + more : Number.POSITIVE_INFINITY;
  return sum <= Number.MAX_SAFE_INTEGER ? sum : BigInt(some) + BigInt(more);
}
