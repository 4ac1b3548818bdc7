import path from 'node:path';
import type { NetworkId } from '@assay/domain';
import type {
  AccountFacts,
  AccountStore,
  Direction,
  NodeId,
  Page,
  PageAsk,
  Position,
  SubjectFacts,
  TransferRecord,
} from '@assay/exposure';
import { LabelSlots, unpackFacts } from '../pass/label-slots.ts';
import { ACCOUNT_BYTES, AccountTable, lastUpTo, roleOf, type StoredAccount } from './account-table.ts';
import { AddressTable } from './address-table.ts';
import { HALF_BYTES, numberAt, readHalf, timeAt } from './half-rows.ts';
import { PagedFile, PageFrames, TextFile } from './paged-file.ts';
import { SPAN_BYTES, WALK_FILES, type WalkFiles, WIDE_BYTES } from './walk-files.ts';

/**
 * The records of segments for walks, from files sorted by account: pages of them are in memory, no more than is said.
 * Node of an account is its number in the segments; position of a record its place among all.
 */
export class SegmentStore implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  /** A question costs no round trip here: few records at a time. */
  readonly pageOptions = { pageLimit: 8 };
  readonly #accounts: AccountTable;
  readonly #table: AddressTable;
  readonly #addresses: TextFile;
  readonly #inflows: PagedFile;
  readonly #outflows: PagedFile;
  readonly #wide: PagedFile | null;
  readonly #transactions: { readonly spans: PagedFile; readonly texts: TextFile } | null;
  readonly #slots: LabelSlots;

  /** @param bytes that pages may take */
  constructor({ dir, network, sets, ids, addressParts, hasTransactions }: WalkFiles, bytes: number) {
    this.network = network;
    const frames = new PageFrames(bytes);
    const paged = (name: keyof typeof WALK_FILES, rowBytes: number) =>
      new PagedFile(path.join(dir, WALK_FILES[name]), rowBytes, frames);
    this.#accounts = new AccountTable(paged('accounts', ACCOUNT_BYTES), ids);
    this.#table = new AddressTable(paged('table', 4), addressParts);
    this.#addresses = new TextFile(path.join(dir, WALK_FILES.addresses));
    this.#inflows = paged('inflows', HALF_BYTES);
    this.#outflows = paged('outflows', HALF_BYTES);
    this.#wide = paged('wide', WIDE_BYTES);
    this.#transactions = hasTransactions
      ? { spans: paged('spans', SPAN_BYTES), texts: new TextFile(path.join(dir, WALK_FILES.transactions)) }
      : null;
    this.#slots = new LabelSlots(sets);
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const index = this.#table.find(address, (at) => this.#addressOf(this.#accounts.at(at)) === address);
    if (index < 0) return null;
    const account = this.#accounts.at(index);
    const facts = this.#factsOf(account);
    const times = [
      ...endsOf(account.inStart, account.inCount).map((row) => timeOf(this.#inflows, row)),
      ...endsOf(account.outStart, account.outCount).map((row) => timeOf(this.#outflows, row)),
    ];
    return {
      ...facts,
      ...{ inflows: account.inCount, outflows: account.outCount },
      ...{ firstTime: Math.min(...times), lastTime: Math.max(...times) },
      complete: account.isComplete && !facts.openingUnread,
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return asks.map((ask) => (direction === 'bwd' ? this.#inflowsUpTo(ask, limit) : this.#outflowsFrom(ask, limit)));
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return nodes.map((node) => this.#factsOf(this.#accounts.of(node)));
  }

  async parties(nodes: readonly NodeId[]): ReturnType<NonNullable<AccountStore['parties']>> {
    return nodes.map((node) => {
      const { slot, isOpeningUnread } = this.#accounts.factsOf(node);
      const labels = this.#slots.labels.labelsIn(slot);
      return { node, address: null, role: roleOf(slot), labels, openingUnread: isOpeningUnread };
    });
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    const known = this.#transactions;
    if (known === null) throw new Error('transactions were left out of these files');
    return positions.map((position) => {
      const { doubles } = known.spans.page(position - 1);
      const double = known.spans.at / 8;
      return known.texts.read(doubles[double] ?? 0, doubles[double + 1] ?? 0);
    });
  }

  /** Addresses in the order of account numbers, but for the sink of fees and the issuer. */
  *addresses(): Generator<string> {
    for (let index = 0; index < this.#accounts.count; index += 1) {
      const account = this.#accounts.at(index);
      if (roleOf(unpackFacts(account.facts).slot) === 'account') yield this.#addressOf(account);
    }
  }

  #inflowsUpTo(ask: PageAsk, limit: number): Page {
    const { inStart, inCount } = this.#accounts.of(ask.node);
    const last = lastUpTo(inCount, (index) => numberOf(this.#inflows, inStart + index) <= ask.position);
    const records: TransferRecord[] = [];
    for (let index = last; index >= 0 && records.length < limit; index -= 1) {
      records.push(this.#record(this.#inflows, inStart + index, ask.node));
    }
    return { ask, records, more: last - records.length >= 0 };
  }

  #outflowsFrom(ask: PageAsk, limit: number): Page {
    const { outStart, outCount } = this.#accounts.of(ask.node);
    const first = 1 + lastUpTo(outCount, (index) => numberOf(this.#outflows, outStart + index) < ask.position);
    const records: TransferRecord[] = [];
    for (let index = first; index < outCount && records.length < limit; index += 1) {
      records.push(this.#record(this.#outflows, outStart + index, ask.node));
    }
    return { ask, records, more: first + records.length < outCount };
  }

  #record(file: PagedFile, row: number, account: number): TransferRecord {
    const view = file.page(row);
    return readHalf(view, file.at / 8, account, file === this.#inflows, (index) => this.#wideAmount(index));
  }

  #wideAmount(index: number): bigint {
    const file = this.#wide;
    if (file === null) throw new RangeError('no wide amounts');
    const { bytes } = file.page(index);
    let units = 0n;
    for (const byte of bytes.subarray(file.at, file.at + WIDE_BYTES)) units = units * 256n + BigInt(byte);
    return units;
  }

  #factsOf(account: StoredAccount): AccountFacts {
    const { slot, isOpeningUnread } = unpackFacts(account.facts);
    return {
      ...{ node: account.id, address: this.#addressOf(account), role: roleOf(slot) },
      ...{ labels: this.#slots.labels.labelsIn(slot), openingUnread: isOpeningUnread },
    };
  }

  #addressOf({ addressAt, addressLength }: StoredAccount): string {
    return this.#addresses.read(addressAt, addressLength);
  }
}

/** First and last row of some rows. */
function endsOf(start: number, count: number): readonly number[] {
  return count === 0 ? [] : [start, start + count - 1];
}

function numberOf(file: PagedFile, row: number): number {
  return numberAt(file.page(row), file.at / 8);
}

function timeOf(file: PagedFile, row: number): number {
  return timeAt(file.page(row), file.at / 8);
}
