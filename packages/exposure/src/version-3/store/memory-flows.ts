import type { NetworkId } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import { countBelow } from '../../records/count-below.ts';
import { NodeNames } from '../../records/node-names.ts';
import { FEE_SINK, ISSUER } from '../../records/raw-records.ts';
import type { Direction, NodeId, Position } from '../../records/record.ts';
import type { PageAsk } from '../../walk/store.ts';
import type { Flow } from '../flow.ts';
import { type AssetTransfer, assetTransactions } from './asset-transactions.ts';
import { FlowLedger } from './flow-ledger.ts';
import type { FlowPage, FlowPart, FlowParty, FlowStore, FlowSubject } from './flow-store.ts';

/** What a store of flows in memory is built from. */
export interface MemoryFlowsInput {
  readonly network: NetworkId;
  /** The asset whose flows it has. */
  readonly asset: string;
  /** Transfers of all assets of the network, in any order, and twice if need be. */
  readonly transfers: readonly AssetTransfer[];
  /** Labels of an address; none by default. */
  readonly labelsOf?: (address: string) => readonly Label[];
  /** Addresses of which records of the asset are known to be unread. */
  readonly samples?: ReadonlySet<string>;
  /** Known balances before the first record, base units of the asset. */
  readonly openings?: ReadonlyMap<string, bigint>;
  /** Balances after the last record as a source states them, base units of the asset. */
  readonly statedBalances?: ReadonlyMap<string, bigint>;
  /** Ids of transactions that were not read whole (docs/method/3, section 13). */
  readonly notReadWhole?: ReadonlySet<string>;
  /** First node id and first position; any other than 0 and 1 is for tests of large ids. */
  readonly firstNode?: NodeId;
  readonly firstPosition?: Position;
}

/** What the records say of an address beside its flows. */
interface OwnTimes {
  readonly first: number;
  readonly last: number;
}

/** A store of flows in memory, for clarity: the reference that other stores are compared with. */
export class MemoryFlows implements FlowStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  /** All flows in order. */
  readonly flows: readonly Flow[];
  readonly #input: MemoryFlowsInput;
  readonly #names: NodeNames;
  readonly #ledger: FlowLedger;
  readonly #into = new Map<NodeId, Flow[]>();
  readonly #outOf = new Map<NodeId, Flow[]>();
  readonly #parts = new Map<number, FlowPart>();
  readonly #transactionIds = new Map<Position, string>();
  readonly #times = new Map<string, OwnTimes>();

  constructor(input: MemoryFlowsInput) {
    this.network = input.network;
    this.#input = input;
    this.#names = new NodeNames(input.firstNode ?? 0);
    this.#ledger = new FlowLedger(input.asset, this.#names, input.openings ?? new Map());
    this.flows = this.#build();
    for (const flow of this.flows) {
      append(this.#into, flow.to, flow);
      append(this.#outOf, flow.from, flow);
    }
  }

  async subject(address: string): Promise<FlowSubject | null> {
    const times = this.#times.get(address);
    const node = this.nodeOf(address);
    if (times === undefined || node === null) return null;
    const shortfall = (this.#outOf.get(node) ?? []).find(({ covered }) => covered < 1);
    const stated = this.#input.statedBalances?.get(address);
    return {
      ...this.partyOf(node),
      address,
      opening: this.#input.openings?.get(address) ?? null,
      firstShortfall: shortfall?.position ?? null,
      differsFromStated: stated !== undefined && stated !== this.#ledger.balanceOf(node),
      firstTime: times.first,
      lastTime: times.last,
    };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly FlowPage[]> {
    return asks.map((ask) => {
      const flows = (direction === 'bwd' ? this.#into : this.#outOf).get(ask.node) ?? [];
      if (direction === 'fwd') {
        const start = countBelow(flows, ask.position);
        return { ask, records: flows.slice(start, start + limit), more: start + limit < flows.length };
      }
      const end = countBelow(flows, ask.position + 1);
      const start = Math.max(0, end - limit);
      return { ask, records: flows.slice(start, end).reverse(), more: start > 0 };
    });
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly FlowParty[]> {
    return nodes.map((node) => this.partyOf(node));
  }

  async transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    return positions.map((position) => {
      const id = this.#transactionIds.get(position);
      if (id === undefined) throw new RangeError(`no flow or record at position ${position}`);
      return id;
    });
  }

  async parts(numbers: readonly number[]): Promise<readonly FlowPart[]> {
    return numbers.map((number) => {
      const part = this.#parts.get(number);
      if (part === undefined) throw new RangeError(`no part ${number} in which money was passed on`);
      return part;
    });
  }

  partyOf(node: NodeId): FlowParty {
    const address = this.#names.nameOf(node);
    if (this.#ledger.isPool(node)) return { node, address: null, role: 'pool', labels: [], isSample: false };
    return {
      node,
      address,
      role: address === FEE_SINK ? 'fee' : address === ISSUER ? 'issuer' : 'account',
      labels: this.#input.labelsOf?.(address) ?? [],
      isSample: this.#input.samples?.has(address) ?? false,
    };
  }

  /** Node of an address that records of the asset name, else null. */
  nodeOf(address: string): NodeId | null {
    const node = this.#names.find(address);
    return node === null || this.#ledger.isPool(node) ? null : node;
  }

  #build(): readonly Flow[] {
    const flows: Flow[] = [];
    let position = this.#input.firstPosition ?? 1;
    for (const transaction of assetTransactions(this.#input.transfers)) {
      const records = transaction.records.get(this.#input.asset) ?? [];
      if (records.length === 0) continue;
      for (const { from, to, time } of records) {
        for (const address of [from, to]) this.#meet(address, time);
      }
      const isReadWhole = this.#input.notReadWhole?.has(transaction.id) !== true;
      const added = this.#ledger.add(transaction, position, isReadWhole);
      for (const flow of added.flows) flows.push(flow);
      for (const [number, part] of added.parts) this.#parts.set(number, part);
      while (position < added.next) this.#transactionIds.set(position++, transaction.id);
    }
    return flows;
  }

  #meet(address: string, time: number): void {
    this.#names.nodeOf(address);
    const known = this.#times.get(address) ?? { first: time, last: time };
    this.#times.set(address, { first: Math.min(known.first, time), last: Math.max(known.last, time) });
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
