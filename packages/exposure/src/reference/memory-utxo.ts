import type { NetworkId } from '@assay/domain';
import { deriveUtxoLabels } from '../labels/derive-aggregate.ts';
import type { Label } from '../labels/label.ts';
import type { AccountFacts } from '../labels/party-facts.ts';
import { NodeNames } from '../records/node-names.ts';
import { orderTransactions } from '../records/order-in-block.ts';
import type { RawTransaction } from '../records/raw-records.ts';
import type { NodeId, OutputRecord, Position, TransactionRecord } from '../records/record.ts';
import { netOf } from '../records/utxo-flows.ts';
import type { SubjectFacts, UtxoStore } from '../walk/store.ts';

/** What a memory store is built from. Transactions may come in any order, and twice. */
export interface MemoryUtxoInput {
  readonly network: NetworkId;
  readonly transactions: readonly RawTransaction[];
  readonly labels?: ReadonlyMap<string, readonly Label[]>;
  readonly openingUnread?: ReadonlySet<string>;
  readonly derive?: boolean;
  readonly firstNode?: NodeId;
  readonly firstPosition?: Position;
}

/** A UTXO store in memory, for clarity: the reference the other stores are compared with. */
export class MemoryUtxoStore implements UtxoStore {
  readonly ledger = 'utxo';
  readonly network: NetworkId;
  /** All transactions in order. */
  readonly records: readonly TransactionRecord[];
  readonly #input: MemoryUtxoInput;
  readonly #owners: NodeNames;
  readonly #ids: NodeNames;
  readonly #byNode: ReadonlyMap<NodeId, TransactionRecord>;
  readonly #byOwner = new Map<NodeId, TransactionRecord[]>();
  readonly #derived: ReadonlyMap<NodeId, Label>;

  constructor(input: MemoryUtxoInput) {
    this.network = input.network;
    this.#input = input;
    this.#owners = new NodeNames(input.firstNode ?? 0);
    this.#ids = new NodeNames(input.firstNode ?? 0);
    this.records = this.#ordered();
    this.#byNode = new Map(this.records.map((record) => [record.node, record]));
    for (const record of this.records) {
      const owners = new Set([...record.inputs, ...record.outputs].map((coin) => coin.owner));
      for (const owner of owners) {
        if (owner === null) continue;
        const own = this.#byOwner.get(owner);
        if (own === undefined) this.#byOwner.set(owner, [record]);
        else own.push(record);
      }
    }
    this.#derived = input.derive === false ? new Map() : deriveUtxoLabels(this.records, (node) => this.#given(node));
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const node = this.#owners.find(address);
    if (node === null) return null;
    const own = this.#byOwner.get(node) ?? [];
    const facts = this.factsOf(node);
    return {
      ...facts,
      inflows: own.filter((transaction) => netOf(transaction, node) > 0n).length,
      outflows: own.filter((transaction) => netOf(transaction, node) < 0n).length,
      firstTime: own[0]?.time ?? null,
      lastTime: own.at(-1)?.time ?? null,
      complete: !facts.openingUnread,
    };
  }

  async transactionsOf(
    node: NodeId,
    after: Position | null,
    limit: number,
  ): Promise<{ readonly transactions: readonly TransactionRecord[]; readonly more: boolean }> {
    const own = this.#byOwner.get(node) ?? [];
    let start = 0;
    for (let end = own.length; after !== null && start < end; ) {
      const middle = (start + end) >> 1;
      if ((own[middle]?.position ?? after) > after) end = middle;
      else start = middle + 1;
    }
    return { transactions: own.slice(start, start + limit), more: start + limit < own.length };
  }

  async transactions(nodes: readonly NodeId[]): Promise<readonly (TransactionRecord | null)[]> {
    return nodes.map((node) => this.#byNode.get(node) ?? null);
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    return nodes.map((node) => this.factsOf(node));
  }

  async transactionIds(nodes: readonly NodeId[]): Promise<readonly string[]> {
    return nodes.map((node) => this.#ids.nameOf(node));
  }

  /** Facts with given and derived labels. */
  factsOf(node: NodeId): AccountFacts {
    const given = this.#given(node);
    const derived = this.#derived.get(node);
    return derived === undefined ? given : { ...given, labels: [...given.labels, derived] };
  }

  /** Node of an address the records name, else null. */
  nodeOf(address: string): NodeId | null {
    return this.#owners.find(address);
  }

  #given(node: NodeId): AccountFacts {
    const address = this.#owners.nameOf(node);
    return {
      node,
      address,
      role: 'account',
      labels: this.#input.labels?.get(address) ?? [],
      openingUnread: this.#input.openingUnread?.has(address) ?? false,
    };
  }

  #ordered(): readonly TransactionRecord[] {
    const stored = new Map(this.#input.transactions.map((raw) => [raw.transactionId, raw]));
    const ordered = orderTransactions([...stored.values()], ({ inputs }) =>
      inputs.map((input) => stored.get(input.transactionId)).filter((parent) => parent !== undefined),
    );
    const spentBy = new Map<string, NodeId>();
    for (const raw of ordered) {
      for (const input of raw.inputs) {
        const coin = coinKey(input.transactionId, input.index);
        if (!spentBy.has(coin)) spentBy.set(coin, this.#ids.nodeOf(raw.transactionId));
      }
    }
    const coinOf = (transactionId: string, index: number, owner: string | null, amount: bigint): OutputRecord => ({
      createdBy: this.#ids.nodeOf(transactionId),
      index,
      owner: owner === null ? null : this.#owners.nodeOf(owner),
      amount,
      spentBy: spentBy.get(coinKey(transactionId, index)) ?? null,
    });

    return ordered.map((raw, index) => {
      const outputs = raw.outputs.map((output) => coinOf(raw.transactionId, output.index, output.owner, output.amount));
      const inputs: OutputRecord[] = [];
      for (const input of raw.inputs) {
        const created = stored.get(input.transactionId)?.outputs.find((output) => output.index === input.index);
        const amount = created?.amount ?? input.amount;
        const owner = created?.owner ?? input.owner;
        if (amount !== null) inputs.push(coinOf(input.transactionId, input.index, owner, amount));
      }
      const unknownInputs = raw.inputs.length - inputs.length;
      const excess = inputs.reduce((sum, c) => sum + c.amount, 0n) - outputs.reduce((sum, c) => sum + c.amount, 0n);
      return {
        node: this.#ids.nodeOf(raw.transactionId),
        position: (this.#input.firstPosition ?? 1) + index,
        time: raw.time,
        coinbase: raw.coinbase,
        ...(raw.isSignedBySeveral === true ? { isSignedBySeveral: true as const } : {}),
        inputs,
        unknownInputs,
        outputs,
        fee: raw.coinbase ? 0n : unknownInputs > 0 ? null : excess > 0n ? excess : 0n,
      };
    });
  }
}

function coinKey(transactionId: string, index: number): string {
  return `${transactionId}:${index}`;
}
