import { receive, spend } from '../ratios.ts';
import {
  type AccountRows,
  FIRST_IN,
  FIRST_OUT,
  FLAGS,
  INFLOWS,
  IS_FEE,
  IS_ISSUER,
  LAST_IN,
  LAST_OUT,
  OUTFLOWS,
  SHORT,
  WIDE_BALANCE,
} from './account-rows.ts';
import type { ColumnParts } from './column-parts.ts';
import * as at from './record-log.ts';
import type { TransactionIds } from './transaction-ids.ts';
import type { WideAmounts } from './wide-amounts.ts';

interface Tables {
  readonly log: at.RecordLog;
  readonly accounts: AccountRows;
  readonly transactions: TransactionIds;
  readonly amounts: WideAmounts;
}

const EXACT = Number.MAX_SAFE_INTEGER;
const EXACT_BIGINT = BigInt(EXACT);
const IS_SINK = IS_FEE | IS_ISSUER;

/** Appends records to the tables and takes them back, with the balances of both ends exact throughout. */
export class ColumnWriter {
  readonly #tables: Tables;
  readonly #wide: Map<number, bigint>;
  readonly #openings: Map<number, bigint>;

  constructor(tables: Tables, parts?: Pick<ColumnParts, 'wideBalances' | 'openings'>) {
    this.#tables = tables;
    this.#wide = new Map(parts?.wideBalances);
    this.#openings = new Map(parts?.openings);
  }

  parts(): Pick<ColumnParts, 'wideBalances' | 'openings'> {
    return { wideBalances: [...this.#wide], openings: [...this.#openings] };
  }

  begin(account: number, role: 'fee' | 'issuer' | null): void {
    this.#tables.accounts.setWord(account, FLAGS, role === 'fee' ? IS_FEE : role === 'issuer' ? IS_ISSUER : 0);
  }

  open(account: number, balance: bigint): void {
    const { accounts } = this.#tables;
    if (accounts.word(account, FIRST_IN) !== 0 || accounts.word(account, FIRST_OUT) !== 0) {
      throw new RangeError(`account ${account} has records already: its opening balance comes too late`);
    }
    this.#openings.set(account, balance);
    this.#setBalance(account, balance);
  }

  write(from: number, to: number, units: number | bigint, time: number, block: number, transaction: number): void {
    const { log, accounts, amounts } = this.#tables;
    const amount = typeof units === 'bigint' && units <= EXACT_BIGINT ? Number(units) : units;
    if (log.isFull) log.grow();
    const record = log.count + 1;
    const words = log.words[record >>> at.CHUNK_BITS];
    const doubles = log.doubles[record >>> at.CHUNK_BITS];
    if (words === undefined || doubles === undefined) throw new RangeError(`no room for record ${record}`);
    const word = (record & at.CHUNK_MASK) << 4;
    const double = word >> 1;
    const fromLastOut = accounts.word(from, LAST_OUT);
    const toLastIn = accounts.word(to, LAST_IN);
    words[word + at.FROM] = from;
    words[word + at.TO] = to;
    words[word + at.FROM_PREVIOUS_IN] = accounts.word(from, LAST_IN);
    words[word + at.TO_PREVIOUS_IN] = toLastIn;
    words[word + at.TO_PREVIOUS_OUT] = accounts.word(to, LAST_OUT);
    words[word + at.FROM_PREVIOUS_OUT] = fromLastOut;
    words[word + at.FROM_NEXT_OUT] = 0;
    words[word + at.TIME] = time;
    words[word + at.BLOCK] = block;
    words[word + at.TRANSACTION] = transaction;
    doubles[double + at.OUTFLOW] = this.#spend(from, amount);
    doubles[double + at.INFLOW_SHARE] = this.#receive(to, amount);
    doubles[double + at.AMOUNT] = typeof amount === 'number' ? amount : -1 - amounts.add(amount);

    if (fromLastOut === 0) accounts.setWord(from, FIRST_OUT, record);
    else log.setWord(fromLastOut, at.FROM_NEXT_OUT, record);
    accounts.setWord(from, LAST_OUT, record);
    accounts.setWord(from, OUTFLOWS, accounts.word(from, OUTFLOWS) + 1);
    if (toLastIn === 0) accounts.setWord(to, FIRST_IN, record);
    accounts.setWord(to, LAST_IN, record);
    accounts.setWord(to, INFLOWS, accounts.word(to, INFLOWS) + 1);
    log.count = record;
  }

  /** Takes back records of these blocks or later, from the last one on. */
  undoFrom(block: number): void {
    const { log } = this.#tables;
    let count = log.count;
    while (count > 0 && log.word(count, at.BLOCK) >= block) count -= 1;
    this.undoTo(count);
  }

  /** Takes back all but the first records; whoever was short is counted anew from its opening balance. */
  undoTo(count: number): void {
    const { log, accounts, transactions, amounts } = this.#tables;
    const recount = new Set<number>();
    while (log.count > count) {
      const record = log.count;
      const from = log.word(record, at.FROM);
      const to = log.word(record, at.TO);
      const before = log.word(record, at.FROM_PREVIOUS_OUT);
      accounts.setWord(from, LAST_OUT, before);
      if (before === 0) accounts.setWord(from, FIRST_OUT, 0);
      else log.setWord(before, at.FROM_NEXT_OUT, 0);
      accounts.setWord(from, OUTFLOWS, accounts.word(from, OUTFLOWS) - 1);
      const received = log.word(record, at.TO_PREVIOUS_IN);
      accounts.setWord(to, LAST_IN, received);
      if (received === 0) accounts.setWord(to, FIRST_IN, 0);
      accounts.setWord(to, INFLOWS, accounts.word(to, INFLOWS) - 1);
      recount.add(from).add(to);
      const amount = log.double(record, at.AMOUNT);
      if (amount < 0) amounts.truncate(-1 - amount);
      const transaction = log.word(record, at.TRANSACTION);
      if (transaction !== 0 && transaction !== log.word(record - 1, at.TRANSACTION)) {
        transactions.truncate(transaction - 1);
      }
      log.count = record - 1;
    }
    for (const account of recount) this.#recount(account);
  }

  /** Replays an account's records from its opening balance. */
  #recount(account: number): void {
    const { log, accounts } = this.#tables;
    accounts.setWord(account, FLAGS, accounts.word(account, FLAGS) & ~SHORT);
    this.#setBalance(account, this.#openings.get(account) ?? 0n);
    const records: number[] = [];
    for (let place = accounts.word(account, LAST_IN); place !== 0; place = log.word(place, at.TO_PREVIOUS_IN)) {
      records.push(place);
    }
    for (let place = accounts.word(account, LAST_OUT); place !== 0; place = log.word(place, at.FROM_PREVIOUS_OUT)) {
      records.push(-place);
    }
    records.sort((a, b) => Math.abs(a) - Math.abs(b));
    for (const place of records) {
      const amount = this.amountOf(Math.abs(place));
      if (place > 0) this.#receive(account, amount);
      else this.#spend(account, amount);
    }
  }

  amountOf(record: number): bigint {
    const amount = this.#tables.log.double(record, at.AMOUNT);
    return amount < 0 ? this.#tables.amounts.at(-1 - amount) : BigInt(amount);
  }

  /** Moves the sender's balance on; returns the stored outflow. */
  #spend(account: number, amount: number | bigint): number {
    const { accounts } = this.#tables;
    const flags = accounts.word(account, FLAGS);
    if ((flags & IS_SINK) !== 0) return 1;
    if ((flags & WIDE_BALANCE) !== 0 || typeof amount === 'bigint') {
      const step = spend(this.#balanceOf(account), BigInt(amount));
      this.#setBalance(account, step.after);
      if (step.covered < 1) this.#markShort(account);
      return step.covered === 1 ? step.outflowShare : step.covered === 0 ? at.NOTHING_COVERED : -step.covered;
    }
    const before = accounts.balance(account);
    if (amount < before) {
      accounts.setBalance(account, before - amount);
      return amount / before;
    }
    accounts.setBalance(account, 0);
    if (amount === before) return 1;
    this.#markShort(account);
    return before === 0 ? at.NOTHING_COVERED : -(before / amount);
  }

  /** Moves the receiver's balance on; returns the inflow's share of it. */
  #receive(account: number, amount: number | bigint): number {
    const { accounts } = this.#tables;
    const flags = accounts.word(account, FLAGS);
    if ((flags & IS_SINK) !== 0) return 1;
    if ((flags & WIDE_BALANCE) === 0 && typeof amount === 'number') {
      const after = accounts.balance(account) + amount;
      if (after <= EXACT) {
        accounts.setBalance(account, after);
        return amount / after;
      }
    }
    const step = receive(this.#balanceOf(account), BigInt(amount));
    this.#setBalance(account, step.after);
    return step.inflowShare;
  }

  #markShort(account: number): void {
    const { accounts } = this.#tables;
    accounts.setWord(account, FLAGS, accounts.word(account, FLAGS) | SHORT);
  }

  #balanceOf(account: number): bigint {
    return this.#wide.get(account) ?? BigInt(this.#tables.accounts.balance(account));
  }

  #setBalance(account: number, balance: bigint): void {
    const { accounts } = this.#tables;
    const flags = accounts.word(account, FLAGS) & ~WIDE_BALANCE;
    if (balance <= EXACT_BIGINT) {
      this.#wide.delete(account);
      accounts.setBalance(account, Number(balance));
      accounts.setWord(account, FLAGS, flags);
    } else {
      this.#wide.set(account, balance);
      accounts.setWord(account, FLAGS, flags | WIDE_BALANCE);
    }
  }
}
