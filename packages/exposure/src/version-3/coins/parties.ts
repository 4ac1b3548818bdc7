import type { AccountFacts } from '../../labels/party-facts.ts';
import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import type { NodeId, TransactionRecord } from '../../records/record.ts';
import { ISSUER_ABSORBER } from '../../walk/absorber.ts';
import { FactsCache } from '../../walk/facts.ts';
import type { EventLoopYield } from '../../walk/options.ts';
import type { IsOnReviewedList } from '../mixture.ts';
import { countingLabel } from '../walk/rows/counting-label.ts';
import type { CoinStore } from './coin-store.ts';

const CLUSTERS_PER_CALL = 1000;

/** Labels and clusters of the owners that a walk has met, and the transactions they were met in; each read once. */
export class Parties {
  readonly store: CoinStore;
  readonly facts: FactsCache;
  readonly isOnReviewedList: IsOnReviewedList;
  /** The address that is asked about: it counts as unlabelled throughout. */
  readonly asked: NodeId;
  readonly #clusters = new Map<NodeId, NodeId>();
  readonly #transactions = new Map<NodeId, TransactionRecord | null>();

  constructor(store: CoinStore, asked: AccountFacts, isOnReviewedList: IsOnReviewedList) {
    this.store = store;
    this.facts = new FactsCache(store, asked);
    this.asked = asked.node;
    this.isOnReviewedList = isOnReviewedList;
  }

  /** The label that counts for an owner of a coin at a time, null where it is looked through. */
  labelOf(owner: NodeId, time: number): GoverningLabel | null {
    if (owner === this.asked) return null;
    const { role, labels } = this.facts.known(owner);
    switch (role) {
      case 'account':
        return countingLabel(labels, time);
      case 'issuer':
        return ISSUER_ABSORBER;
      case 'fee':
        return null;
    }
  }

  /** Owners of one cluster have one; a store that holds none leaves each alone. */
  clusterOf(owner: NodeId): NodeId {
    if (this.store.clustersOf === undefined) return owner;
    const cluster = this.#clusters.get(owner);
    if (cluster === undefined) throw new Error(`owner ${owner} was used before its cluster was loaded`);
    return cluster;
  }

  /** Undefined while not asked for, null where the records do not hold it. */
  transaction(node: NodeId): TransactionRecord | null | undefined {
    return this.#transactions.get(node);
  }

  /** Reads transactions and what their inputs' owners are. */
  async loadTransactions(nodes: readonly NodeId[]): Promise<void> {
    const answers = await this.store.transactions(nodes);
    const found: TransactionRecord[] = [];
    for (const [index, node] of nodes.entries()) {
      const transaction = answers[index] ?? null;
      this.#transactions.set(node, transaction);
      if (transaction !== null) found.push(transaction);
    }
    await this.loadSpenders(found);
  }

  /** Reads what the owners of the inputs of these transactions are. */
  async loadSpenders(transactions: readonly TransactionRecord[], yieldToEventLoop?: EventLoopYield): Promise<void> {
    const owners = transactions
      .flatMap(({ inputs }) => inputs)
      .map(({ owner }) => owner)
      .filter((owner) => owner !== null);
    // Outputs that mass arrives through are of these owners too, or of the address asked about.
    await this.#load([...owners, this.asked], yieldToEventLoop);
  }

  async #load(owners: readonly NodeId[], yieldToEventLoop?: EventLoopYield): Promise<void> {
    await Promise.all([this.facts.load(owners, yieldToEventLoop), this.#loadClusters(owners)]);
  }

  async #loadClusters(owners: readonly NodeId[]): Promise<void> {
    if (this.store.clustersOf === undefined) return;
    const missing = [...new Set(owners)].filter((owner) => !this.#clusters.has(owner));
    for (let start = 0; start < missing.length; start += CLUSTERS_PER_CALL) {
      const asked = missing.slice(start, start + CLUSTERS_PER_CALL);
      const clusters = await this.store.clustersOf(asked);
      for (const [index, owner] of asked.entries()) {
        const cluster = clusters[index];
        if (cluster === undefined) throw new Error('the store left an owner without its cluster');
        this.#clusters.set(owner, cluster);
      }
    }
  }
}
