import type { Direction, NodeId, TransactionRecord } from '../records/record.ts';
import type { FactsCache } from './facts.ts';
import type { EventLoopYield } from './options.ts';
import type { UtxoStore } from './store.ts';

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
    const found: TransactionRecord[] = [];
    for (const [index, node] of nodes.entries()) {
      const transaction = answers[index] ?? null;
      this.#transactions.set(node, transaction);
      if (transaction !== null) found.push(transaction);
    }
    await this.loadOwners(found);
  }

  /** Facts of the owners on the far side of transactions: of the inputs going back, of the outputs going forward. */
  async loadOwners(transactions: readonly TransactionRecord[], yieldToEventLoop?: EventLoopYield): Promise<void> {
    const coins = transactions.flatMap((transaction) =>
      this.#direction === 'bwd' ? transaction.inputs : transaction.outputs,
    );
    await this.#facts.load(
      coins.map((coin) => coin.owner).filter((owner) => owner !== null),
      yieldToEventLoop,
    );
  }

  /** These transactions, in order. @throws RangeError where the records do not hold one. */
  async transactionsAt(nodes: readonly NodeId[]): Promise<readonly TransactionRecord[]> {
    const asked = [...new Set(nodes)];
    await this.load(asked);
    return asked
      .map((node) => {
        const transaction = this.get(node);
        if (transaction === undefined || transaction === null) throw new RangeError(`no record of transaction ${node}`);
        return transaction;
      })
      .sort((a, b) => a.position - b.position);
  }

  /** All transactions of an account, in order. */
  async transactionsOf(
    node: NodeId,
    limit: number,
    yieldToEventLoop: EventLoopYield,
  ): Promise<readonly TransactionRecord[]> {
    const all: TransactionRecord[] = [];
    for (let more = true; more; ) {
      await yieldToEventLoop(limit);
      const page = await this.#store.transactionsOf(node, all.at(-1)?.position ?? null, limit);
      all.push(...page.transactions);
      more = page.more && page.transactions.length > 0;
    }
    return all;
  }
}
