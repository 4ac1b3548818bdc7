import { receive as received, spend as spent } from '../records/ratios.ts';
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

/** What moves one account's balance on. */
export interface BalanceSteps {
  isSink(account: number): boolean;
  reset(account: number, balance: number | null): void;
  spend(account: number, amount: number | bigint): number;
  receive(account: number, amount: number | bigint): number;
}

/** Appends records to the tables, with the balances of both ends exact throughout. */
export class ColumnWriter implements BalanceSteps {
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
    doubles[double + at.OUTFLOW] = this.spend(from, amount);
    doubles[double + at.INFLOW_SHARE] = this.receive(to, amount);
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

  isSink(account: number): boolean {
    return (this.#tables.accounts.word(account, FLAGS) & IS_SINK) !== 0;
  }

  /** Sets the balance an account goes on from; null for its opening balance. */
  reset(account: number, balance: number | null): void {
    this.#setBalance(account, balance === null ? (this.#openings.get(account) ?? 0n) : BigInt(balance));
  }

  /** Moves the sender's balance on; returns the stored outflow. */
  spend(account: number, amount: number | bigint): number {
    const { accounts } = this.#tables;
    const flags = accounts.word(account, FLAGS);
    if ((flags & IS_SINK) !== 0) return 1;
    if ((flags & WIDE_BALANCE) !== 0 || typeof amount === 'bigint') {
      const step = spent(this.#balanceOf(account), BigInt(amount));
      this.#setBalance(account, step.after);
      return step.covered === 1 ? step.outflowShare : step.covered === 0 ? at.NOTHING_COVERED : -step.covered;
    }
    const before = accounts.balance(account);
    if (amount < before) {
      accounts.setBalance(account, before - amount);
      return amount / before;
    }
    accounts.setBalance(account, 0);
    if (amount === before) return 1;
    return before === 0 ? at.NOTHING_COVERED : -(before / amount);
  }

  /** Moves the receiver's balance on; returns the inflow's share of it. */
  receive(account: number, amount: number | bigint): number {
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
    const step = received(this.#balanceOf(account), BigInt(amount));
    this.#setBalance(account, step.after);
    return step.inflowShare;
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
