import path from 'node:path';
import type { NetworkId } from '@assay/domain';
import {
  type AccountFacts,
  type AccountStore,
  type Direction,
  type LabelClaim,
  LabelsWithoutClaim,
  linked,
  type NodeId,
  type Page,
  type PageAsk,
  type Position,
  type SubjectFacts,
  type WalkOptions,
  type WalkResult,
  walkLinked,
} from '@assay/exposure';
import { LabelSlots, unpackFacts } from '../pass/label-slots.ts';
import { ACCOUNT_BYTES, AccountTable, roleOf, type StoredAccount } from './account-table.ts';
import { AddressTable } from './address-table.ts';
import { PagedFile, PageFrames, TextFile } from './paged-file.ts';
import { pageByLinks } from './pages-by-links.ts';
import { RecordRows } from './record-rows.ts';
import { SPAN_BYTES, WALK_FILES, type WalkFiles, WIDE_BYTES } from './walk-files.ts';

/**
 * The records of segments for walks, from files of linked records: pages of them are in memory, no more than is said.
 * The node of an account is its index in the order of ids, the position of a record its number among all.
 */
export class SegmentStore implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly #frames: PageFrames;
  readonly #accounts: AccountTable;
  readonly #table: AddressTable;
  readonly #addresses: TextFile;
  readonly #rows: RecordRows;
  readonly #transactions: { readonly spans: PagedFile; readonly texts: TextFile } | null;
  readonly #slots: LabelSlots;

  /** @param bytes that pages may take */
  constructor({ dir, network, sets, addressParts, hasTransactions }: WalkFiles, bytes: number) {
    this.network = network;
    const frames = new PageFrames(bytes);
    this.#frames = frames;
    const paged = (name: keyof typeof WALK_FILES, rowBytes: number) =>
      new PagedFile(path.join(dir, WALK_FILES[name]), rowBytes, frames);
    this.#accounts = new AccountTable(paged('accounts', ACCOUNT_BYTES));
    this.#table = new AddressTable(paged('table', 4), addressParts);
    this.#addresses = new TextFile(path.join(dir, WALK_FILES.addresses));
    this.#rows = new RecordRows(paged('records', linked.LINKED_BYTES), paged('wide', WIDE_BYTES), this.#accounts, {
      addressOf: (account) => this.#addressOf(this.#accounts.at(account)),
      transactionOf: (record) => this.#transactionOf(record),
    });
    this.#transactions = hasTransactions
      ? { spans: paged('spans', SPAN_BYTES), texts: new TextFile(path.join(dir, WALK_FILES.transactions)) }
      : null;
    this.#slots = new LabelSlots(sets);
  }

  /** Pages read so far. */
  get pageReads(): number {
    return this.#frames.reads;
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const node = this.#table.find(address, (at) => this.#addressOf(this.#accounts.at(at)) === address);
    if (node < 0) return null;
    const account = this.#accounts.at(node);
    const facts = this.#factsOf(node, account);
    const times = [account.firstIn, account.lastIn, account.firstOut, account.lastOut].flatMap((record) =>
      record === 0 ? [] : [this.#rows.word(record, linked.TIME)],
    );
    return {
      ...facts,
      ...{ inflows: account.inCount, outflows: account.outCount },
      ...{ firstTime: Math.min(...times), lastTime: Math.max(...times) },
      complete: account.isComplete && !facts.openingUnread,
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return asks.map((ask) => pageByLinks(this.#rows, direction, ask, limit));
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return nodes.map((node) => this.#factsOf(node, this.#accounts.at(node)));
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    return positions.map((position) => this.#transactionOf(position));
  }

  walk(subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult {
    return walkLinked(this.#rows, this.#slots.labels, subject.node, direction, options);
  }

  walkWithout(claim: LabelClaim, subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult {
    const labels = new LabelsWithoutClaim(this.#slots.labels, claim);
    return walkLinked(this.#rows, labels, subject.node, direction, options);
  }

  /** Addresses in the order of account numbers, but for the sink of fees and the issuer. */
  *addresses(): Generator<string> {
    for (let index = 0; index < this.#accounts.count; index += 1) {
      const account = this.#accounts.at(index);
      if (roleOf(unpackFacts(account.facts).slot) === 'account') yield this.#addressOf(account);
    }
  }

  #transactionOf(record: number): string {
    const known = this.#transactions;
    if (known === null) throw new Error('transactions were left out of these files');
    const { doubles } = known.spans.page(record - 1);
    const double = known.spans.at / 8;
    return known.texts.read(doubles[double] ?? 0, doubles[double + 1] ?? 0);
  }

  #factsOf(node: NodeId, account: StoredAccount): AccountFacts {
    const { slot, isOpeningUnread } = unpackFacts(account.facts);
    return {
      ...{ node, address: this.#addressOf(account), role: roleOf(slot) },
      ...{ labels: this.#slots.labels.labelsIn(slot), openingUnread: isOpeningUnread },
    };
  }

  #addressOf({ addressAt, addressLength }: StoredAccount): string {
    return this.#addresses.read(addressAt, addressLength);
  }
}
