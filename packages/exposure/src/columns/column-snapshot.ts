import type { NetworkId } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import type { Direction, NodeId, Position, TransferRecord } from '../records/record.ts';
import { wholeOf } from '../records/whole-of.ts';
import type { WalkResult } from '../walk/exposure.ts';
import type { WalkOptions } from '../walk/options.ts';
import type { AccountStore, LabelClaim, Page, PageAsk, SubjectFacts } from '../walk/store.ts';
import { factsWithout } from '../walk/without-label.ts';
import {
  FIRST_IN,
  FIRST_OUT,
  FLAGS,
  INCOMPLETE,
  INFLOWS,
  IS_FEE,
  IS_ISSUER,
  LAST_IN,
  LAST_OUT,
  OPENING_UNREAD,
  OUTFLOWS,
} from './account-rows.ts';
import type { ColumnLabels } from './column-labels.ts';
import type { ColumnTables, WalkableColumns } from './column-tables.ts';
import { walkColumns } from './column-walk.ts';
import { LabelsWithoutClaim } from './labels-without.ts';
import * as at from './record-log.ts';

/** A column store at one moment: the records up to its last one, and the labels of then. */
export class ColumnSnapshot implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly tables: ColumnTables;
  readonly labels: ColumnLabels;
  /** The last record that counts. */
  readonly lastRecord: number;

  constructor(tables: ColumnTables, labels: ColumnLabels) {
    this.network = tables.network;
    this.tables = tables;
    this.labels = labels;
    this.lastRecord = tables.log.count;
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const account = this.tables.addresses.find(address);
    if (account === null) return null;
    const { log, accounts } = this.tables;
    const lastIn = this.lastIn(account);
    const firstOut = this.firstOut(account);
    if (lastIn === 0 && firstOut === 0) return null;
    const { node, role, labels, openingUnread } = this.factsOf(account, address);
    // What is not there does not bound the times.
    const times = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
    if (lastIn !== 0) {
      times.first = log.word(accounts.word(account, FIRST_IN), at.TIME);
      times.last = log.word(lastIn, at.TIME);
    }
    if (firstOut !== 0) {
      times.first = Math.min(times.first, log.word(firstOut, at.TIME));
      times.last = Math.max(times.last, log.word(this.#lastOut(account, firstOut), at.TIME));
    }
    return {
      node,
      address,
      role,
      labels,
      openingUnread,
      inflows: this.#countIn(account, lastIn),
      outflows: this.#countOut(account, firstOut),
      firstTime: times.first,
      lastTime: times.last,
      complete: !openingUnread && (accounts.word(account, FLAGS) & INCOMPLETE) === 0,
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return asks.map((ask) => this.#pageOf(direction, ask, limit));
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return nodes.map((node) => this.factsOf(node - this.tables.firstNode));
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    return positions.map((position) => {
      const record = this.#recordAt(this.#ownPosition(position));
      if (record === 0) throw new RangeError(`no record at position ${position}`);
      return this.tables.transactions.textOf(this.tables.log.word(record, at.TRANSACTION));
    });
  }

  /** The walk of this store, on its tables: the same bytes as through its pages, without an object a step. */
  walk(subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult {
    return walkColumns(this, subject, direction, options);
  }

  /** The same, had nobody made a claim: the bytes of a walk over `withoutLabel`. */
  walkWithout(claim: LabelClaim, subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult {
    const { tables, lastRecord } = this;
    const columns: WalkableColumns = {
      ...{ tables, lastRecord, labels: new LabelsWithoutClaim(this.labels, claim) },
      lastIn: (account) => this.lastIn(account),
      firstOut: (account) => this.firstOut(account),
      nextOutOfReceiver: (record) => this.nextOutOfReceiver(record),
      amountOf: (record) => this.amountOf(record),
      accounts: async (nodes) => factsWithout(await this.accounts(nodes), claim),
    };
    return walkColumns(columns, subject, direction, options);
  }

  /** @param address Its address, where that is at hand. */
  factsOf(account: number, address = this.tables.addresses.addressOf(account)): AccountFacts {
    const flags = this.tables.accounts.word(account, FLAGS);
    return {
      node: this.tables.firstNode + account,
      address,
      role: (flags & IS_FEE) !== 0 ? 'fee' : (flags & IS_ISSUER) !== 0 ? 'issuer' : 'account',
      labels: this.labels.labelsOf(account),
      openingUnread: (flags & OPENING_UNREAD) !== 0,
    };
  }

  /** Node of an address the records name, else null. */
  nodeOf(address: string): NodeId | null {
    const account = this.tables.addresses.find(address);
    return account === null ? null : this.tables.firstNode + account;
  }

  /** All records in order, as objects: for oracles and tests. */
  *records(): Generator<TransferRecord> {
    const order = this.order();
    const count = order?.length ?? this.lastRecord;
    for (let index = 0; index < count; index += 1)
      yield this.recordOf(order === null ? index + 1 : (order[index] ?? 0));
  }

  /** Numbers of all records in order; null where that is 1 to the last. */
  order(): Uint32Array | null {
    return this.tables.order.upTo(this.lastRecord);
  }

  recordOf(record: number): TransferRecord {
    const { log, late, firstNode, firstPosition } = this.tables;
    const outflow = log.double(record, at.OUTFLOW);
    return {
      position: firstPosition + late.positionOf(record) - 1,
      from: firstNode + log.word(record, at.FROM),
      to: firstNode + log.word(record, at.TO),
      amount: this.amountOf(record),
      inflowShare: log.double(record, at.INFLOW_SHARE),
      covered: at.coveredOf(outflow),
      outflowShare: outflow < 0 ? 1 : outflow,
      time: log.word(record, at.TIME),
    };
  }

  amountOf(record: number): bigint {
    const amount = this.tables.log.double(record, at.AMOUNT);
    return amount < 0 ? this.tables.amounts.at(-1 - amount) : wholeOf(amount);
  }

  /** Base units as the nearest double. */
  amountAt(record: number): number {
    const amount = this.tables.log.double(record, at.AMOUNT);
    return amount < 0 ? Number(this.tables.amounts.at(-1 - amount)) : amount;
  }

  fromOf(record: number): number {
    return this.tables.log.word(record, at.FROM);
  }

  toOf(record: number): number {
    return this.tables.log.word(record, at.TO);
  }

  timeOf(record: number): number {
    return this.tables.log.word(record, at.TIME);
  }

  /** The receiver's inflow before a record, 0 for none. */
  previousIn(record: number): number {
    return this.tables.log.word(record, at.TO_PREVIOUS_IN);
  }

  /** The sender's outflow after a record, 0 for none. */
  nextOut(record: number): number {
    return this.#ifInSnapshot(this.tables.log.word(record, at.FROM_NEXT_OUT));
  }

  /** Last inflow of an account, 0 for none. */
  lastIn(account: number): number {
    let record = this.tables.accounts.word(account, LAST_IN);
    while (record > this.lastRecord) record = this.tables.log.word(record, at.TO_PREVIOUS_IN);
    return record;
  }

  /** First outflow of an account, 0 for none. */
  firstOut(account: number): number {
    return this.#ifInSnapshot(this.tables.accounts.word(account, FIRST_OUT));
  }

  /** The first outflow of a record's receiver after it, 0 for none. */
  nextOutOfReceiver(record: number): number {
    const { log } = this.tables;
    const before = log.word(record, at.TO_PREVIOUS_OUT);
    return before === 0
      ? this.firstOut(log.word(record, at.TO))
      : this.#ifInSnapshot(log.word(before, at.FROM_NEXT_OUT));
  }

  #ifInSnapshot(record: number): number {
    return record > this.lastRecord ? 0 : record;
  }

  #ownPosition(position: Position): number {
    return position - this.tables.firstPosition + 1;
  }

  /** The record at a position of this store, 0 for none. */
  #recordAt(own: number): number {
    const record = this.tables.late.at(own);
    return record > this.lastRecord || this.tables.order.isGone(record) ? 0 : record;
  }

  #pageOf(direction: Direction, ask: PageAsk, limit: number): Page {
    const { log } = this.tables;
    const account = ask.node - this.tables.firstNode;
    const records: TransferRecord[] = [];
    let record = direction === 'bwd' ? this.#inAtOrBefore(account, ask) : this.#outAtOrAfter(account, ask);
    while (record !== 0 && records.length < limit) {
      records.push(this.recordOf(record));
      record =
        direction === 'bwd'
          ? log.word(record, at.TO_PREVIOUS_IN)
          : this.#ifInSnapshot(log.word(record, at.FROM_NEXT_OUT));
    }
    return { ask, records, more: record !== 0 };
  }

  /** Walks ask beside a record of the account, where no search is needed; others search from the end. */
  #inAtOrBefore(account: number, { position }: PageAsk): number {
    const { log, late } = this.tables;
    const own = this.#ownPosition(position);
    const here = this.#recordAt(own);
    if (here !== 0 && log.word(here, at.TO) === account) return here;
    const after = this.#recordAt(own + 1);
    if (after !== 0 && log.word(after, at.TO) === account) return log.word(after, at.TO_PREVIOUS_IN);
    if (after !== 0 && log.word(after, at.FROM) === account) return log.word(after, at.FROM_PREVIOUS_IN);
    let record = this.lastIn(account);
    while (record !== 0 && late.positionOf(record) > own) record = log.word(record, at.TO_PREVIOUS_IN);
    return record;
  }

  #outAtOrAfter(account: number, { position }: PageAsk): number {
    const { log, late } = this.tables;
    const own = this.#ownPosition(position);
    const here = this.#recordAt(own);
    if (here !== 0 && log.word(here, at.FROM) === account) return here;
    const before = this.#recordAt(own - 1);
    if (before !== 0 && log.word(before, at.FROM) === account) {
      return this.#ifInSnapshot(log.word(before, at.FROM_NEXT_OUT));
    }
    if (before !== 0 && log.word(before, at.TO) === account) return this.nextOutOfReceiver(before);
    let record = this.firstOut(account);
    while (record !== 0 && late.positionOf(record) < own)
      record = this.#ifInSnapshot(log.word(record, at.FROM_NEXT_OUT));
    return record;
  }

  #lastOut(account: number, firstOut: number): number {
    if (this.tables.log.count === this.lastRecord) return this.tables.accounts.word(account, LAST_OUT);
    let last = 0;
    for (let record = firstOut; record !== 0; ) {
      last = record;
      record = this.#ifInSnapshot(this.tables.log.word(record, at.FROM_NEXT_OUT));
    }
    return last;
  }

  #countIn(account: number, lastIn: number): number {
    if (this.tables.log.count === this.lastRecord) return this.tables.accounts.word(account, INFLOWS);
    let count = 0;
    for (let record = lastIn; record !== 0; record = this.tables.log.word(record, at.TO_PREVIOUS_IN)) count += 1;
    return count;
  }

  #countOut(account: number, firstOut: number): number {
    if (this.tables.log.count === this.lastRecord) return this.tables.accounts.word(account, OUTFLOWS);
    let count = 0;
    for (let record = firstOut; record !== 0; ) {
      count += 1;
      record = this.#ifInSnapshot(this.tables.log.word(record, at.FROM_NEXT_OUT));
    }
    return count;
  }
}
