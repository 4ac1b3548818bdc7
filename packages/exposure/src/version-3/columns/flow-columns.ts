import type { NetworkId } from '@assay/domain';
import { AccountRows, FLAGS, IS_FEE, IS_ISSUER } from '../../columns/account-rows.ts';
import { AddressBook } from '../../columns/address-book.ts';
import { MemoryLimitError } from '../../columns/column-parts.ts';
import { bytesForSize } from '../../columns/column-size.ts';
import { RecordLog } from '../../columns/record-log.ts';
import { TransactionIds } from '../../columns/transaction-ids.ts';
import { WideAmounts } from '../../columns/wide-amounts.ts';
import type { Label } from '../../labels/label.ts';
import { FEE_SINK, ISSUER } from '../../records/raw-records.ts';
import type { Position } from '../../records/record.ts';
import { AccountFacts, type FlowAccount } from './account-facts.ts';
import { CoveredShares } from './covered-shares.ts';
import { type FlowChange, FlowChanges } from './flow-changes.ts';
import { FlowLabels } from './flow-labels.ts';
import { FlowOrder } from './flow-order.ts';
import type { FlowRow, FlowSecond, PartRows } from './flow-row.ts';
import { FlowSnapshot } from './flow-snapshot.ts';
import { type FlowColumnParts, type FlowTables, IS_POOL } from './flow-tables.ts';
import { FlowWriter, partOf } from './flow-writer.ts';
import { positionOf, rankAt } from './line.ts';
import { PartRecords } from './part-records.ts';

/** Late and gone lines that no size of a store minds. */
const FEW_SCATTERED = 2 ** 16;

/** What flows in columns take, or what is added to them. */
export interface FlowSize {
  readonly flows: number;
  /** Pools included. */
  readonly accounts: number;
  readonly transactions: number;
}

/**
 * Flows of one asset on one account network in memory, appendable in order and readable while they grow: 64 bytes a flow
 * and 40 an account or pool, addresses, transaction ids and the records of parts in which money was passed on beside
 * them. Amounts are exact at any size.
 *
 * @example
 * const store = new FlowColumns({ network: 'ETH' });
 * const [from = 0, to = 0] = store.accountsOf([payer, payee]);
 * store.append([{ ...flow, from, to }], new Map());
 * const { rating } = await assessWallet(store.snapshot(), question);
 */
export class FlowColumns implements FlowTables {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly log: RecordLog;
  readonly accounts: AccountRows;
  readonly addresses: AddressBook;
  readonly transactions: TransactionIds;
  readonly amounts: WideAmounts;
  readonly covered: CoveredShares;
  readonly partRecords: PartRecords;
  readonly order: FlowOrder;
  readonly #facts: AccountFacts;
  readonly #writer: FlowWriter;
  readonly #changes: FlowChanges;
  readonly #maxBytes: number;
  #labels = FlowLabels.forAccounts(0);

  /**
   * @param options `maxBytes`: what the store may take, unlimited when left out. `firstNode`: any other than 0 is for
   *   tests of large ids.
   */
  constructor(
    options: { readonly network: NetworkId; readonly maxBytes?: number; readonly firstNode?: number },
    parts?: FlowColumnParts,
  ) {
    this.network = options.network;
    this.firstNode = options.firstNode ?? 0;
    this.#maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
    this.log = new RecordLog(parts?.log);
    this.accounts = new AccountRows(parts?.accounts);
    this.addresses = new AddressBook(parts?.addresses);
    this.transactions = new TransactionIds(parts?.transactions);
    this.amounts = new WideAmounts(parts?.amounts);
    this.covered = new CoveredShares(parts?.covered);
    this.partRecords = new PartRecords(parts?.partRecords);
    this.order = new FlowOrder(this.log, parts?.order);
    this.#facts = new AccountFacts(this.accounts, parts?.wideOpenings);
    this.#writer = new FlowWriter(this);
    this.#changes = new FlowChanges(this, this.#writer, (account) => this.#facts.openingUnits(account));
    this.relabel([]);
  }

  /** The store another thread holds; chunks are shared with it, not copied. */
  static from(parts: FlowColumnParts, options: { readonly maxBytes?: number } = {}): FlowColumns {
    return new FlowColumns({ ...options, network: parts.network, firstNode: parts.firstNode }, parts);
  }

  parts(): FlowColumnParts {
    return {
      network: this.network,
      firstNode: this.firstNode,
      log: this.log.parts(),
      accounts: this.accounts.parts(),
      addresses: this.addresses.parts(),
      transactions: this.transactions.parts(),
      amounts: this.amounts.parts(),
      covered: this.covered.parts(),
      partRecords: this.partRecords.parts(),
      order: this.order.parts(),
      wideOpenings: this.#facts.wideOpenings(),
    };
  }

  /** Bytes taken now: flows and accounts with their labels, and the dictionaries beside them. */
  get bytes(): { readonly flows: number; readonly addresses: number; readonly transactions: number } {
    const { log, accounts, amounts, covered, partRecords, order } = this;
    const tables = [log, accounts, amounts, covered, partRecords, order, this.#labels];
    return {
      flows: tables.reduce((sum, { bytes }) => sum + bytes, 0),
      addresses: this.addresses.bytes,
      transactions: this.transactions.bytes,
    };
  }

  get totalBytes(): number {
    const { flows, addresses, transactions } = this.bytes;
    return flows + addresses + transactions;
  }

  /** Number of stored flows. */
  get count(): number {
    return this.log.count - this.order.goneCount;
  }

  /** Second of the last flow, 0 where there is none. */
  get lastTime(): number {
    return this.order.lastTime;
  }

  /** Numbers of the accounts with these addresses, in their order, made where there are none. */
  accountsOf(addresses: readonly string[]): Uint32Array {
    const numbers = new Uint32Array(addresses.length);
    this.addresses.internAll(addresses, numbers);
    this.#beginUpTo(this.addresses.count - 1);
    return numbers;
  }

  /** Number of the pool of a part, made where there is none. @param first Position of its first flow. */
  poolAt(first: Position): number {
    const pool = this.addresses.intern(`pool ${first}`);
    this.#beginUpTo(pool);
    this.accounts.setWord(pool, FLAGS, IS_POOL);
    return pool;
  }

  /** States what is known of an account beside its flows; an opening before its first flow is written. */
  describe(account: number, facts: FlowAccount): void {
    this.#facts.set(account, facts);
  }

  /**
   * Appends flows behind all that are stored, in order; those of one transaction follow each other.
   *
   * @param parts Records of the parts that they name.
   * @throws MemoryLimitError where they exceed the memory limit; none of them is added then.
   * @throws RangeError for a flow that belongs before a stored one, whose position is not within its second, or whose
   *   part has no records.
   */
  append(flows: readonly FlowRow[], parts: PartRows): void {
    this.requireRoom({ flows: flows.length, accounts: 0, transactions: flows.length });
    let last = this.log.count === 0 ? -1 : this.#lastPosition;
    for (const { position, transaction, time, transactionId } of flows) {
      rankAt(position, time);
      rankAt(transaction, time);
      if (position <= last) throw new RangeError(`a flow of ${transactionId} belongs before flows held`);
      last = position;
    }
    const numbers = this.partRecords.addAll(flows, parts);
    for (const row of flows) this.#writer.append(row, partOf(row, numbers));
    this.#lastPosition = last;
  }
  #lastPosition = -1;

  /** Replaces all labels; walks that run keep the former ones. Accounts given the same array share one entry. */
  relabel(labels: Iterable<readonly [account: number, labels: readonly Label[]]>): void {
    const table = FlowLabels.forAccounts(this.accounts.count);
    for (const [account, own] of labels) table.set(account, own);
    for (const role of ['fee', 'issuer'] as const) {
      const account = this.addresses.find(role === 'fee' ? FEE_SINK : ISSUER);
      if (account !== null) table.setRole(account, role);
    }
    this.#labels = table;
  }

  /**
   * Removes every flow of this second or later. Snapshots taken before must not be in use.
   *
   * @param time Unix seconds.
   */
  undoingSince(time: number): Generator<void, FlowChange> {
    return this.#changing(this.#changes.undoSince(time));
  }

  /**
   * Replaces the flows of some seconds, step by step, so that the caller can let other work run; nobody may read between
   * the steps. Late flows get their places, and the ratios of the accounts they touch are found again from there on;
   * those given with the flows are not read. Snapshots taken before must not be in use. After a failure, the store must
   * be discarded.
   *
   * @param seconds Each once, in any order; no flows where a second has none any more.
   * @throws MemoryLimitError where they exceed the memory limit; nothing was changed then.
   */
  rewriting(seconds: readonly FlowSecond[]): Generator<void, FlowChange> {
    const flows = seconds.reduce((sum, second) => sum + second.flows.length, 0);
    this.requireRoom({ flows, accounts: 0, transactions: flows });
    return this.#changing(this.#changes.rewrite(seconds));
  }

  *#changing(steps: Generator<void, FlowChange>): Generator<void, FlowChange> {
    const change = yield* steps;
    const lines = [...this.order.linesOf(this.order.lastTime)];
    this.#lastPosition = lines.length === 0 ? -1 : positionOf(this.log, lines.at(-1) ?? 0);
    return change;
  }

  /** Whether so many lines are late or gone that building the store again would make it smaller and faster. */
  get needsCompaction(): boolean {
    const { lateCount, goneCount } = this.order;
    return lateCount + goneCount > Math.max(FEW_SCATTERED, this.log.count / 4);
  }

  /** An unchanging view of the flows and labels that are stored now, for walks; appends do not show in it. */
  snapshot(): FlowSnapshot {
    return new FlowSnapshot(this, this.#labels, this.#facts, this.log.count);
  }

  /**
   * Refuses what would not fit. Records of parts are counted once they are stored.
   *
   * @throws MemoryLimitError
   */
  requireRoom(more: FlowSize): void {
    if (this.#maxBytes === Number.POSITIVE_INFINITY) return;
    const needed =
      this.order.bytes +
      this.partRecords.bytes +
      bytesForSize({
        transfers: this.log.count + 1 + more.flows,
        accounts: this.accounts.count + more.accounts,
        transactions: this.transactions.count + more.transactions,
      });
    if (needed > this.#maxBytes) throw new MemoryLimitError(needed, this.#maxBytes);
  }

  /** Gives every address that has a number its row. */
  #beginUpTo(last: number): void {
    for (let account = this.accounts.count; account <= last; account += 1) {
      if (this.accounts.isFull) this.accounts.grow();
      this.accounts.count = account + 1;
      const role = this.addresses.isEvm(account) ? null : roleAt(this.addresses.addressOf(account));
      this.accounts.setWord(account, FLAGS, role === 'fee' ? IS_FEE : role === 'issuer' ? IS_ISSUER : 0);
      if (role !== null) this.#labels.setRole(account, role);
    }
  }
}

/** The role of a sink address, whatever any list says of it. */
function roleAt(address: string): 'fee' | 'issuer' | null {
  return address === FEE_SINK ? 'fee' : address === ISSUER ? 'issuer' : null;
}
