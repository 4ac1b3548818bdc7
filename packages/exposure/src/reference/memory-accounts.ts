import type { NetworkId } from '@assay/domain';
import { deriveAccountLabels } from '../labels/derive-aggregate.ts';
import type { Label } from '../labels/label.ts';
import type { AccountFacts } from '../labels/party-facts.ts';
import { countBelow } from '../records/count-below.ts';
import { NodeNames } from '../records/node-names.ts';
import { advance } from '../records/ratios.ts';
import { compareTransfers, FEE_SINK, ISSUER, isRecord, type RawTransfer } from '../records/raw-records.ts';
import type { Direction, NodeId, Position, TransferRecord } from '../records/record.ts';
import type { AccountStore, Page, PageAsk, SubjectFacts, ZeroAmount } from '../walk/store.ts';
import { zeroAmountsTo } from '../walk/zero-amounts.ts';

/** What a memory store is built from. Transfers may come in any order, and twice. */
export interface MemoryAccountsInput {
  readonly network: NetworkId;
  readonly transfers: readonly RawTransfer[];
  readonly labels?: ReadonlyMap<string, readonly Label[]>;
  /** Known balances before the first record, base units. */
  readonly openings?: ReadonlyMap<string, bigint>;
  /** Accounts with older history that was not fetched. */
  readonly openingUnread?: ReadonlySet<string>;
  /** Accounts whose history is otherwise incomplete. */
  readonly incomplete?: ReadonlySet<string>;
  readonly contracts?: ReadonlySet<string>;
  /** Whether labels are derived from the records; they are by default. */
  readonly derive?: boolean;
  /** First node id and first position; any other than 0 and 1 is for tests of large ids. */
  readonly firstNode?: NodeId;
  readonly firstPosition?: Position;
}

/** A store in memory, for clarity: the reference the other stores are compared with. */
export class MemoryAccountStore implements AccountStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  /** All records in order. */
  readonly records: readonly TransferRecord[];
  readonly #input: MemoryAccountsInput;
  readonly #names: NodeNames;
  readonly #inflows = new Map<NodeId, TransferRecord[]>();
  readonly #outflows = new Map<NodeId, TransferRecord[]>();
  readonly #transactionIds = new Map<Position, string>();
  readonly #derived: ReadonlyMap<NodeId, Label>;

  constructor(input: MemoryAccountsInput) {
    this.network = input.network;
    this.#input = input;
    this.#names = new NodeNames(input.firstNode ?? 0);
    this.records = this.#ordered();
    for (const record of this.records) {
      append(this.#inflows, record.to, record);
      append(this.#outflows, record.from, record);
    }
    const contracts = input.contracts ?? new Set();
    this.#derived =
      input.derive === false
        ? new Map()
        : deriveAccountLabels(
            this.records,
            (node) => this.#given(node),
            (node) => contracts.has(this.#names.nameOf(node)),
          );
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const node = this.#names.find(address);
    if (node === null) return null;
    const inflows = this.#inflows.get(node) ?? [];
    const outflows = this.#outflows.get(node) ?? [];
    const times = [...inflows, ...outflows].map((record) => record.time);
    const facts = this.factsOf(node);
    return {
      ...facts,
      inflows: inflows.length,
      outflows: outflows.length,
      firstTime: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
      lastTime: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
      complete: !facts.openingUnread && this.#input.incomplete?.has(address) !== true,
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]> {
    return asks.map((ask) => {
      const records = (direction === 'bwd' ? this.#inflows : this.#outflows).get(ask.node) ?? [];
      if (direction === 'fwd') {
        const start = countBelow(records, ask.position);
        return { ask, records: records.slice(start, start + limit), more: start + limit < records.length };
      }
      const end = countBelow(records, ask.position + 1);
      const start = Math.max(0, end - limit);
      return { ask, records: records.slice(start, end).reverse(), more: start > 0 };
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return nodes.map((node) => this.factsOf(node));
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    return positions.map((position) => {
      const id = this.#transactionIds.get(position);
      if (id === undefined) throw new RangeError(`no record at position ${position}`);
      return id;
    });
  }

  async zeroAmountsTo(node: NodeId): Promise<readonly ZeroAmount[]> {
    return zeroAmountsTo(this.#input.transfers, this.#names.nameOf(node));
  }

  /** Facts with given and derived labels. */
  factsOf(node: NodeId): AccountFacts {
    const given = this.#given(node);
    const derived = this.#derived.get(node);
    return derived === undefined ? given : { ...given, labels: [...given.labels, derived] };
  }

  /** Node of an address the records name, else null. */
  nodeOf(address: string): NodeId | null {
    return this.#names.find(address);
  }

  #given(node: NodeId): AccountFacts {
    const address = this.#names.nameOf(node);
    return {
      node,
      address,
      role: address === FEE_SINK ? 'fee' : address === ISSUER ? 'issuer' : 'account',
      labels: this.#input.labels?.get(address) ?? [],
      openingUnread: this.#input.openingUnread?.has(address) ?? false,
    };
  }

  #ordered(): readonly TransferRecord[] {
    const balances = new Map<string, bigint>(this.#input.openings ?? []);
    const transfers = this.#input.transfers
      .filter(isRecord)
      .toSorted(compareTransfers)
      .filter((transfer, index, all) => {
        const before = all[index - 1];
        return before === undefined || compareTransfers(before, transfer) !== 0;
      });
    return transfers.map(({ from, to, amount, time, transactionId }, index) => {
      const step = advance(balances.get(from) ?? 0n, balances.get(to) ?? 0n, amount);
      balances.set(from, step.fromAfter);
      balances.set(to, step.toAfter);
      const position = (this.#input.firstPosition ?? 1) + index;
      this.#transactionIds.set(position, transactionId);
      const { inflowShare, covered, outflowShare } = step;
      const ends = { from: this.#names.nodeOf(from), to: this.#names.nodeOf(to) };
      return { position, ...ends, amount, inflowShare, covered, outflowShare, time };
    });
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
