import type { NetworkId } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import { compareTransfers, FEE_SINK, ISSUER, isRecord, type RawTransfer } from '../records/raw-records.ts';
import { AccountRows, FLAGS, INCOMPLETE, OPENING_UNREAD } from './account-rows.ts';
import { AddressBook } from './address-book.ts';
import { ColumnLabels } from './column-labels.ts';
import { type ColumnParts, MemoryLimitError } from './column-parts.ts';
import { bytesForSize, type ColumnSize } from './column-size.ts';
import { ColumnSnapshot } from './column-snapshot.ts';
import { ColumnWriter } from './column-writer.ts';
import { LateRecordIndex } from './late-record-index.ts';
import { RecordLog, TIME } from './record-log.ts';
import { RecordOrder } from './record-order.ts';
import { type Revised, runToEnd, type SecondRecords, StoreRevision } from './store-revision.ts';
import { TransactionIds } from './transaction-ids.ts';
import { WideAmounts } from './wide-amounts.ts';

export interface ColumnStoreOptions {
  readonly network: NetworkId;
  /** Bytes the store may take; unlimited when left out. */
  readonly maxBytes?: number;
  /** First node and first position it gives out; any other than 0 and 1 is for tests of large numbers. */
  readonly firstNode?: number;
  readonly firstPosition?: number;
}

/** Late and gone records that no size of a store minds. */
const FEW_SCATTERED = 2 ** 16;

/**
 * Records of one asset on one account network in memory, appendable in order and readable while they grow: 64 bytes a
 * transfer and 40 an account, addresses and transaction ids beside them. Amounts and balances are exact at any size.
 *
 * @example
 * const store = new ColumnStore({ network: 'ETH' });
 * store.append(transfers);
 * const exposure = await exposureOf(store.snapshot(), address);
 */
export class ColumnStore {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly firstPosition: number;
  readonly log: RecordLog;
  readonly accounts: AccountRows;
  readonly addresses: AddressBook;
  readonly transactions: TransactionIds;
  readonly amounts: WideAmounts;
  readonly late: LateRecordIndex;
  readonly order: RecordOrder;
  readonly #maxBytes: number;
  readonly #writer: ColumnWriter;
  readonly #revision: StoreRevision;
  #labels = new ColumnLabels(0);
  #last: RawTransfer | null = null;

  constructor(options: ColumnStoreOptions, parts?: ColumnParts) {
    this.network = options.network;
    this.firstNode = options.firstNode ?? 0;
    this.firstPosition = options.firstPosition ?? 1;
    this.#maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
    this.log = new RecordLog(parts?.log);
    this.accounts = new AccountRows(parts?.accounts);
    this.addresses = new AddressBook(parts?.addresses);
    this.transactions = new TransactionIds(parts?.transactions);
    this.amounts = new WideAmounts(parts?.amounts);
    this.late = new LateRecordIndex(parts?.late);
    this.order = new RecordOrder(this);
    this.#writer = new ColumnWriter(this, parts);
    this.#revision = new StoreRevision(this, this.order, this.#writer, () => {
      this.#last = null;
    });
    this.relabel([]);
  }

  /** The store another thread or a file holds; chunks are shared with it, not copied. */
  static from(parts: ColumnParts, options: { readonly maxBytes?: number } = {}): ColumnStore {
    return new ColumnStore({ ...options, ...parts }, parts);
  }

  /** Bytes that a store of this size needs: ask before filling it. Amounts of 2^53 and more take 16 each beyond it. */
  static bytesFor(size: ColumnSize): number {
    return bytesForSize(size);
  }

  /** Bytes taken now: records and accounts with their labels, and the dictionaries beside them. */
  get bytes(): { readonly records: number; readonly addresses: number; readonly transactions: number } {
    return {
      records: this.log.bytes + this.late.bytes + this.accounts.bytes + this.amounts.bytes + this.#labels.bytes,
      addresses: this.addresses.bytes,
      transactions: this.transactions.bytes,
    };
  }

  get totalBytes(): number {
    const { records, addresses, transactions } = this.bytes;
    return records + addresses + transactions;
  }

  /** Number of stored records. */
  get count(): number {
    return this.log.count - this.late.gone;
  }

  parts(): ColumnParts {
    return {
      network: this.network,
      firstNode: this.firstNode,
      firstPosition: this.firstPosition,
      log: this.log.parts(),
      accounts: this.accounts.parts(),
      addresses: this.addresses.parts(),
      transactions: this.transactions.parts(),
      amounts: this.amounts.parts(),
      late: this.late.parts(),
      ...this.#writer.parts(),
    };
  }

  /**
   * Appends transfers that come after every stored one; among themselves they may be in any order. Zero amounts, self
   * transfers and repetitions are left out. Returns how many were added.
   *
   * @throws MemoryLimitError when they exceed the memory limit; none of them is added then.
   * @throws RangeError when one belongs before a stored record.
   */
  append(transfers: readonly RawTransfer[]): number {
    const ordered = transfers.filter(isRecord).toSorted(compareTransfers);
    this.requireRoom({ transfers: ordered.length, accounts: 2 * ordered.length, transactions: ordered.length });
    let added = 0;
    let { lastTime } = this;
    for (const transfer of ordered) {
      const order = this.#last === null ? -1 : compareTransfers(this.#last, transfer);
      if (order === 0) continue;
      if (order > 0 || transfer.time < lastTime) {
        throw new RangeError(`record ${transfer.transactionId} belongs before records held`);
      }
      const from = this.accountOf(transfer.from);
      const to = this.accountOf(transfer.to);
      const transaction = this.transactions.add(transfer.transactionId);
      this.#writer.write(from, to, transfer.amount, transfer.time, transfer.block, transaction);
      this.#last = transfer;
      lastTime = transfer.time;
      added += 1;
    }
    return added;
  }

  /**
   * Appends one record whose ends are known by number, without looking at order or setting: the fast import.
   *
   * @param amount Base units above 0; a number only below 2^53.
   * @param transaction What `transactions.add` gave for its id, 0 for none.
   */
  write(from: number, to: number, amount: number | bigint, time: number, block: number, transaction: number): void {
    this.#writer.write(from, to, amount, time, block, transaction);
  }

  /** Number of the account with this address, made when there is none. */
  accountOf(address: string): number {
    const account = this.addresses.intern(address);
    if (account >= this.accounts.count) this.#beginUpTo(account);
    return account;
  }

  /** Numbers of the accounts with these addresses, in their order: faster than one after the other. */
  accountsOf(addresses: readonly string[]): Uint32Array {
    const numbers = new Uint32Array(addresses.length);
    this.addresses.internAll(addresses, numbers);
    this.#beginUpTo(this.addresses.count - 1);
    return numbers;
  }

  /** Gives every address that has a number its row. */
  #beginUpTo(last: number): void {
    for (let account = this.accounts.count; account <= last; account += 1) {
      if (this.accounts.isFull) this.accounts.grow();
      this.accounts.count = account + 1;
      const role = this.addresses.isEvm(account) ? null : roleAt(this.addresses.addressOf(account));
      this.#writer.begin(account, role);
      if (role !== null) this.#labels.setRole(account, role);
    }
  }

  /** States the balance an account had before its first record; it must not have one yet. */
  setOpening(address: string, balance: bigint): void {
    this.#writer.open(this.accountOf(address), balance);
  }

  /** States that older history exists and was not fetched, or that the history is otherwise incomplete. */
  mark(address: string, what: { readonly openingUnread?: boolean; readonly incomplete?: boolean }): void {
    const account = this.accountOf(address);
    const flags = (what.openingUnread === true ? OPENING_UNREAD : 0) | (what.incomplete === true ? INCOMPLETE : 0);
    this.accounts.setWord(account, FLAGS, this.accounts.word(account, FLAGS) | flags);
  }

  /** Replaces all labels; walks that run keep the former ones. Accounts given the same array share one entry. */
  relabel(labels: Iterable<readonly [account: number, labels: readonly Label[]]>): void {
    const table = new ColumnLabels(this.accounts.count);
    for (const [account, own] of labels) table.set(account, own);
    for (const role of ['fee', 'issuer'] as const) {
      const account = this.addresses.find(role === 'fee' ? FEE_SINK : ISSUER);
      if (account !== null) table.setRole(account, role);
    }
    this.#labels = table;
  }

  /** Takes back every record of these blocks or later, balances included; returns how many. */
  undoFrom(block: number): number {
    return runToEnd(this.#revision.undoFrom(block)).removed;
  }

  /**
   * Removes every record of this second or later, so that all of them can be written again; earlier records are not
   * touched. Yields now and then. Snapshots taken before must not be in use.
   *
   * @param time Unix seconds.
   */
  undoingSince(time: number): Generator<void, Revised> {
    return this.#revision.undoSince(time);
  }

  /**
   * Replaces the records of some seconds. Late records are inserted where they belong, records that are gone are
   * removed, and only the accounts these touch are linked and derived again, from there on. Snapshots taken before must
   * not be in use. After a failure, the store must be discarded.
   *
   * @param seconds Each once, in any order; no records where a second has none any more.
   * @throws NoPositionLeftError when more late records belong between two neighbours than there are positions.
   * @throws MemoryLimitError when they exceed the memory limit; nothing was changed then.
   * @example
   * store.rewrite([{ time: 1_600_000_000, records: [late, ...stored] }]); // { added: 1, removed: 0, accounts: 2 }
   */
  rewrite(seconds: readonly SecondRecords[]): Revised {
    return runToEnd(this.rewriting(seconds));
  }

  /** As `rewrite`, step by step, so that the caller can let other work run; nobody may read between the steps. */
  rewriting(seconds: readonly SecondRecords[]): Generator<void, Revised> {
    return this.#revision.rewrite(seconds);
  }

  /** Whether so many records are late or gone that building the store again would make it smaller and faster. */
  get needsCompaction(): boolean {
    const { count, gone } = this.late;
    return count + gone > Math.max(FEW_SCATTERED, this.log.count / 4);
  }

  /** Second of the last record, 0 where there is none. */
  get lastTime(): number {
    const last = this.order.fromLast().next();
    return last.done === true ? 0 : this.log.word(last.value, TIME);
  }

  /** An unchanging view of what is stored now, for walks; appends do not show in it. */
  snapshot(): ColumnSnapshot {
    return new ColumnSnapshot(this, this.#labels);
  }

  /**
   * Refuses what would not fit.
   *
   * @throws MemoryLimitError
   */
  requireRoom(more: ColumnSize): void {
    if (this.#maxBytes === Number.POSITIVE_INFINITY) return;
    const all = bytesForSize({
      transfers: this.log.count + 1 + more.transfers,
      accounts: this.accounts.count + more.accounts,
      transactions: this.transactions.count + more.transactions,
    });
    const needed = all + this.late.bytes;
    if (needed > this.#maxBytes) throw new MemoryLimitError(needed, this.#maxBytes);
  }
}

/** The role of a sink address, whatever any list says of it. */
function roleAt(address: string): 'fee' | 'issuer' | null {
  return address === FEE_SINK ? 'fee' : address === ISSUER ? 'issuer' : null;
}
