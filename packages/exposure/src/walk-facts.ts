import type { NodeId } from './record.ts';
import type { AccountFacts } from './store.ts';
import type { Breath } from './walk-options.ts';

const FACTS_PER_CALL = 1000;

/** Facts of the accounts a walk has met, each asked for once. */
export class FactsCache {
  readonly #facts = new Map<NodeId, AccountFacts>();
  readonly #ask: (nodes: readonly NodeId[]) => Promise<readonly AccountFacts[]>;

  constructor(ask: (nodes: readonly NodeId[]) => Promise<readonly AccountFacts[]>, subject: AccountFacts) {
    this.#ask = ask;
    this.#facts.set(subject.node, subject);
  }

  get(node: NodeId): AccountFacts | undefined {
    return this.#facts.get(node);
  }

  /** For accounts the walk has already loaded; anything else is a mistake of the walk. */
  known(node: NodeId): AccountFacts {
    const facts = this.#facts.get(node);
    if (facts === undefined) throw new Error(`account ${node} was used before it was loaded`);
    return facts;
  }

  async load(nodes: Iterable<NodeId>, breathe?: Breath): Promise<void> {
    const missing = [...new Set(nodes)].filter((node) => !this.#facts.has(node));
    for (let start = 0; start < missing.length; start += FACTS_PER_CALL) {
      const asked = missing.slice(start, start + FACTS_PER_CALL);
      await breathe?.(asked.length);
      const answers = await this.#ask(asked);
      for (const [index, node] of asked.entries()) {
        const facts = answers[index];
        if (facts?.node !== node) throw new Error('the store answered facts in another order than asked');
        this.#facts.set(node, facts);
      }
    }
  }
}
