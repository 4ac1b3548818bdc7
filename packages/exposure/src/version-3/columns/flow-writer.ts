import { FIRST_OUT, FLAGS, LAST_IN, LAST_OUT } from '../../columns/account-rows.ts';
import type { FlowRow } from './flow-row.ts';
import { FIRST_SHORT, type FlowTables, IS_POOL } from './flow-tables.ts';
import * as at from './line.ts';

const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** Appends flows to the tables. */
export class FlowWriter {
  readonly #tables: FlowTables;

  constructor(tables: FlowTables) {
    this.#tables = tables;
  }

  /**
   * Writes a flow behind all others, and threads it.
   *
   * @param part Number of the records of its part, 0 where nobody passed money on in it.
   */
  append(row: FlowRow, part: number): number {
    const { log, accounts } = this.#tables;
    const line = this.writeLine(row, part);
    const { from, to } = row;
    const fromLastOut = accounts.word(from, LAST_OUT);
    const toLastIn = accounts.word(to, LAST_IN);
    log.setWord(line, at.FROM_PREVIOUS_IN, accounts.word(from, LAST_IN));
    log.setWord(line, at.TO_PREVIOUS_IN, toLastIn);
    log.setWord(line, at.FROM_PREVIOUS_OUT, fromLastOut);
    if (fromLastOut === 0) accounts.setWord(from, FIRST_OUT, line);
    else log.setWord(fromLastOut, at.FROM_NEXT_OUT, line);
    accounts.setWord(from, LAST_OUT, line);
    if (row.covered < 1 && accounts.word(from, FIRST_SHORT) === 0) accounts.setWord(from, FIRST_SHORT, line);
    accounts.setWord(to, LAST_IN, line);
    return line;
  }

  /** Writes a line that nothing leads to yet. */
  writeLine(row: FlowRow, part: number): number {
    const { log, amounts, covered, transactions } = this.#tables;
    const amount = typeof row.amount === 'bigint' && row.amount <= EXACT ? Number(row.amount) : row.amount;
    if (log.isFull) log.grow();
    const line = log.count + 1;
    log.clear(line);
    log.setWord(line, at.FROM, row.from);
    log.setWord(line, at.TO, row.to);
    log.setWord(line, at.TIME, row.time);
    log.setWord(line, at.TRANSACTION, transactions.add(row.transactionId));
    log.setWord(line, at.COVERED, covered.numberOf(row.covered));
    log.setDouble(line, at.INFLOW_SHARE, row.inflowShare);
    log.setDouble(line, at.AMOUNT, typeof amount === 'number' ? amount : -1 - amounts.add(amount));
    this.mark(line, row, part);
    log.count = line;
    return line;
  }

  /** Writes where a flow is within its second, and what is marked of it. */
  mark(line: number, row: FlowRow, part: number): void {
    const { log } = this.#tables;
    const { from, to, time, position, transaction } = row;
    const ofEnds = (this.#isPool(from) ? at.IS_FROM_POOL : 0) + (this.#isPool(to) ? at.IS_INTO_POOL : 0);
    log.setWord(line, at.RANK, at.rankWord(at.rankAt(position, time), row, ofEnds));
    log.setWord(line, at.FIRST_RANK, at.rankAt(transaction, time));
    log.setWord(line, at.PART, part);
  }

  #isPool(account: number): boolean {
    return (this.#tables.accounts.word(account, FLAGS) & IS_POOL) !== 0;
  }
}

/** The number of a row's part, 0 where nobody passed money on in it. */
export const partOf = ({ part }: FlowRow, numbers: ReadonlyMap<number, number>): number =>
  part === null ? 0 : (numbers.get(part) ?? 0);
