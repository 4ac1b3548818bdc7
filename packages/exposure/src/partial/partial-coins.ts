import type { NetworkId } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import { NodeNames } from '../records/node-names.ts';
import { orderTransactions } from '../records/order-in-block.ts';
import type { RawTransaction } from '../records/raw-records.ts';
import type { NodeId, OutputRecord, Position, TransactionRecord } from '../records/record.ts';
import { netOf } from '../records/utxo-flows.ts';
import type { SubjectFacts, UtxoStore } from '../walk/store.ts';
import type { LabelsOf } from './partial-history.ts';

/** By output index: the transaction that spends it, null while unspent. */
export type KnownSpends = readonly (string | null)[];

export interface PartialCoinsInput {
  readonly network: NetworkId;
  /** Canonical address the question is about. */
  readonly subject: string;
  /** Ids of the subject's transactions that were read. */
  readonly own: readonly string[];
  /** First height from which all of the subject's transactions are stored; null from the beginning. */
  readonly from: number | null;
  /** False where the history of the subject is known to lack transactions; it lacks none by default. */
  readonly isWhole?: boolean;
  /** What the subject's transactions not read come to, base units. */
  readonly unread: { readonly received: bigint; readonly sent: bigint };
  /** Every stored transaction, in any order. */
  readonly transactions: readonly RawTransaction[];
  /** Who spends the outputs, for the transactions whose spenders were read. */
  readonly spends: ReadonlyMap<string, KnownSpends>;
  readonly labelsOf: LabelsOf;
}

/** What a walk could not read: a transaction, or who spends the outputs of one. */
export interface UnreadCoins {
  readonly id: string;
  readonly what: 'transaction' | 'spends';
}

/** Prefix of the id of a transaction whose spenders were not requested. */
const UNKNOWN_SPENDER = '?';

/**
 * Transactions of a UTXO network as far as they were fetched, coin by coin (docs/method, section 3). An input leads to
 * the transaction that created it and an output to the one that spends it; where that one is not stored, or its
 * spender was not read, mass that arrives there is R.
 */
export class PartialCoinStore implements UtxoStore {
  readonly ledger = 'utxo';
  readonly network: NetworkId;
  readonly #input: PartialCoinsInput;
  readonly #owners = new NodeNames(0);
  readonly #ids = new NodeNames(0);
  readonly #byNode: ReadonlyMap<NodeId, TransactionRecord>;
  readonly #own: readonly TransactionRecord[];

  constructor(input: PartialCoinsInput) {
    this.network = input.network;
    this.#input = input;
    const records = this.#ordered();
    this.#byNode = new Map(records.map((record) => [record.node, record]));
    const own = new Set(input.own.map((id) => this.#ids.nodeOf(id)));
    this.#own = records.filter((record) => own.has(record.node));
  }

  async subject(address: string): Promise<SubjectFacts | null> {
    const isAll = this.#input.from === null;
    const isEmpty = isAll && this.#own.length === 0 && !isAnything(this.#input.unread);
    if (address !== this.#input.subject || isEmpty) return null;
    const node = this.#owners.nodeOf(address);
    const [facts] = await this.accounts([node]);
    if (facts === undefined) return null;
    return {
      ...facts,
      openingUnread: !isAll,
      inflows: this.#own.filter((transaction) => netOf(transaction, node) > 0n).length,
      outflows: this.#own.filter((transaction) => netOf(transaction, node) < 0n).length,
      firstTime: this.#own[0]?.time ?? null,
      lastTime: this.#own.at(-1)?.time ?? null,
      complete: isAll && this.#input.isWhole !== false,
      ...(isAll && !isAnything(this.#input.unread) ? {} : { unread: this.#input.unread }),
    };
  }

  async transactionsOf(
    node: NodeId,
    after: Position | null,
    limit: number,
  ): Promise<{ readonly transactions: readonly TransactionRecord[]; readonly more: boolean }> {
    if (node !== this.#owners.find(this.#input.subject)) return { transactions: [], more: true };
    const left = after === null ? this.#own : this.#own.filter((transaction) => transaction.position > after);
    return { transactions: left.slice(0, limit), more: left.length > limit };
  }

  async transactions(nodes: readonly NodeId[]): Promise<readonly (TransactionRecord | null)[]> {
    return nodes.map((node) => this.#byNode.get(node) ?? null);
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]> {
    const addresses = nodes.map((node) => this.#owners.nameOf(node));
    const labels = await this.#input.labelsOf(addresses);
    return nodes.map((node, at) => ({
      node,
      address: addresses[at] ?? '',
      role: 'account',
      labels: labels[at] ?? [],
      openingUnread: false,
    }));
  }

  async transactionIds(nodes: readonly NodeId[]): Promise<readonly string[]> {
    return nodes.map((node) => this.#ids.nameOf(node));
  }

  /** What a walk of the subject's transactions that were read starts from. */
  startsOf(): readonly NodeId[] {
    return this.#own.map(({ node }) => node);
  }

  /** What to fetch so that mass can go on at a transaction's node that is not stored. */
  unreadAt(node: NodeId): UnreadCoins {
    const name = this.#ids.nameOf(node);
    return name.startsWith(UNKNOWN_SPENDER)
      ? { id: name.slice(UNKNOWN_SPENDER.length), what: 'spends' }
      : { id: name, what: 'transaction' };
  }

  #ordered(): readonly TransactionRecord[] {
    const stored = new Map(this.#input.transactions.map((raw) => [raw.transactionId, raw]));
    const ordered = orderTransactions([...stored.values()], ({ inputs }) =>
      inputs.map((input) => stored.get(input.transactionId)).filter((parent) => parent !== undefined),
    );
    const spenders = new Map<string, string>();
    for (const raw of ordered) {
      for (const input of raw.inputs) {
        const coin = coinKey(input.transactionId, input.index);
        if (!spenders.has(coin)) spenders.set(coin, raw.transactionId);
      }
    }
    const coinOf = (id: string, index: number, owner: string | null, amount: bigint, block: number | null) => {
      const spender = spenders.get(coinKey(id, index)) ?? this.#spenderOf(id, index, owner, block);
      const coin: OutputRecord = {
        createdBy: this.#ids.nodeOf(id),
        index,
        owner: owner === null ? null : this.#owners.nodeOf(owner),
        amount,
        spentBy: spender === null ? null : this.#ids.nodeOf(spender),
      };
      return coin;
    };

    return ordered.map((raw, at) => {
      const { transactionId, block, time, coinbase } = raw;
      const outputs = raw.outputs.map(({ index, owner, amount }) => coinOf(transactionId, index, owner, amount, block));
      const inputs: OutputRecord[] = [];
      for (const input of raw.inputs) {
        const created = stored.get(input.transactionId)?.outputs.find((output) => output.index === input.index);
        const amount = created?.amount ?? input.amount;
        const owner = created?.owner ?? input.owner;
        if (amount !== null) inputs.push(coinOf(input.transactionId, input.index, owner, amount, null));
      }
      const unknownInputs = raw.inputs.length - inputs.length;
      const excess = sumOf(inputs) - sumOf(outputs);
      const fee = coinbase ? 0n : unknownInputs > 0 ? null : excess > 0n ? excess : 0n;
      const node = this.#ids.nodeOf(transactionId);
      return { node, position: at + 1, time, coinbase, inputs, unknownInputs, outputs, fee };
    });
  }

  /** Who spends an output that no stored transaction spends. */
  #spenderOf(id: string, index: number, owner: string | null, block: number | null): string | null {
    const known = this.#input.spends.get(id)?.[index];
    if (known !== undefined) return known;
    const { subject, from } = this.#input;
    // All transactions of the subject from that height on are stored, and none of them spends it.
    if (owner === subject && block !== null && (from === null || block >= from)) return null;
    return `${UNKNOWN_SPENDER}${id}`;
  }
}

function isAnything({ received, sent }: PartialCoinsInput['unread']): boolean {
  return received > 0n || sent > 0n;
}

function coinKey(transactionId: string, index: number): string {
  return `${transactionId}:${index}`;
}

function sumOf(coins: readonly OutputRecord[]): bigint {
  return coins.reduce((sum, coin) => sum + coin.amount, 0n);
}
