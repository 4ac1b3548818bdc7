import type { Direction, NodeId, TransactionRecord } from './record.ts';
import type { UtxoStore } from './store.ts';
import type { FactsCache } from './walk-facts.ts';
import type { Breath } from './walk-options.ts';

/** Transactions a walk has met, and the facts of the owners on the side it goes on to. */
export class TransactionCache {
  readonly #store: UtxoStore;
  readonly #direction: Direction;
  readonly #facts: FactsCache;
  readonly #transactions = new Map<NodeId, TransactionRecord | null>();

  constructor(store: UtxoStore, direction: Direction, facts: FactsCache) {
    this.#store = store;
    this.#direction = direction;
    this.#facts = facts;
  }

  /** Undefined while not asked for, null where the records do not hold it. */
  get(node: NodeId): TransactionRecord | null | undefined {
    return this.#transactions.get(node);
  }

  async load(nodes: readonly NodeId[]): Promise<void> {
    const answers = await this.#store.transactions(nodes);
    const held: TransactionRecord[] = [];
    for (const [index, node] of nodes.entries()) {
      const transaction = answers[index] ?? null;
      this.#transactions.set(node, transaction);
      if (transaction !== null) held.push(transaction);
    }
    await this.loadOwners(held);
  }

  /** Facts of the owners on the far side of transactions: of the inputs going back, of the outputs going forward. */
  async loadOwners(transactions: readonly TransactionRecord[], breathe?: Breath): Promise<void> {
    const coins = transactions.flatMap((held) => (this.#direction === 'bwd' ? held.inputs : held.outputs));
    await this.#facts.load(
      coins.map((coin) => coin.owner).filter((owner) => owner !== null),
      breathe,
    );
  }

  /** All transactions of an account, in order. */
  async transactionsOf(node: NodeId, limit: number, breathe: Breath): Promise<readonly TransactionRecord[]> {
    const all: TransactionRecord[] = [];
    for (let more = true; more; ) {
      await breathe(limit);
      const page = await this.#store.transactionsOf(node, all.at(-1)?.position ?? null, limit);
      all.push(...page.transactions);
      more = page.more && page.transactions.length > 0;
    }
    return all;
  }
}
