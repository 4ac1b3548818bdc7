import { FLAGS, OPENING_UNREAD } from './account-rows.ts';
import type { ColumnLabels } from './column-labels.ts';
import * as at from './record-log.ts';
import type { StreamedRecords } from './stream-pass.ts';

/** A record of a window, its ends by their numbers in the window. */
export interface WindowRecord {
  readonly from: number;
  readonly to: number;
  /** Unix seconds. */
  readonly time: number;
  /** Base units as the nearest double, above 0. */
  readonly amount: number;
  readonly inflowShare: number;
  readonly covered: number;
  readonly outflowShare: number;
}

/**
 * Some consecutive records of a transfer ledger, for a `StreamPass` over a ledger that does not fit into memory: the
 * pass runs over window after window, and the caller carries the state of accounts from one to the next. Accounts are
 * numbered from 0 in each window. Its memory is used again by the next window.
 *
 * @example
 * window.begin(2, labels);
 * window.add({ from: 0, to: 1, time, amount: 5, inflowShare: 1, covered: 0, outflowShare: 1 });
 * new StreamPass(window, 'bwd', 0, STREAM_KEYS.length, state).run(Number.POSITIVE_INFINITY);
 */
export class RecordWindow implements StreamedRecords {
  readonly #log = new at.RecordLog();
  #slots = new Uint32Array(0);
  #flags = new Uint32Array(0);
  #accounts = 0;

  readonly tables: StreamedRecords['tables'];
  labels: StreamedRecords['labels'] = { slots: this.#slots, absorberOf: () => null };

  constructor() {
    const log = this.#log;
    const flagsOf = (account: number): number => this.#flags[account] ?? 0;
    const countOf = (): number => this.#accounts;
    this.tables = {
      log,
      accounts: {
        get count(): number {
          return countOf();
        },
        word: (account, field) => (field === FLAGS ? flagsOf(account) : 0),
      },
    };
  }

  get lastRecord(): number {
    return this.#log.count;
  }

  /** Empties the window. No account of the new one is labelled yet. */
  begin(accounts: number, labels: Pick<ColumnLabels, 'absorberOf'>): void {
    this.#accounts = accounts;
    this.#log.count = 0;
    if (this.#slots.length < accounts) {
      this.#slots = new Uint32Array(accounts);
      this.#flags = new Uint32Array(accounts);
    }
    this.#slots.fill(0);
    this.#flags.fill(0);
    this.labels = {
      slots: this.#slots,
      absorberOf: (slot, time, direction) => labels.absorberOf(slot, time, direction),
    };
  }

  /** States the slot of an account's labels, and whether older records of it exist and were not read. */
  describe(account: number, slot: number, isOpeningUnread: boolean): void {
    this.#slots[account] = slot;
    this.#flags[account] = isOpeningUnread ? OPENING_UNREAD : 0;
  }

  add({ from, to, time, amount, inflowShare, covered, outflowShare }: WindowRecord): void {
    const log = this.#log;
    if (log.isFull) log.grow();
    const record = log.count + 1;
    log.setWord(record, at.FROM, from);
    log.setWord(record, at.TO, to);
    log.setWord(record, at.TIME, time);
    log.setDouble(record, at.INFLOW_SHARE, inflowShare);
    log.setDouble(record, at.OUTFLOW, covered === 1 ? outflowShare : covered === 0 ? at.NOTHING_COVERED : -covered);
    log.setDouble(record, at.AMOUNT, amount);
    log.count = record;
  }

  order(): null {
    return null;
  }

  /** Amounts are doubles here; the pass asks for none of them. */
  amountOf(record: number): bigint {
    return BigInt(this.#log.double(record, at.AMOUNT));
  }
}
