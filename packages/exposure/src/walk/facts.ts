import type { AccountFacts, PartyFacts } from '../labels/party-facts.ts';
import type { NodeId } from '../records/record.ts';
import type { EventLoopYield } from './options.ts';
import type { AccountStore } from './store.ts';

const FACTS_PER_CALL = 1000;

type Ask = (nodes: readonly NodeId[]) => Promise<readonly PartyFacts[]>;

/** Facts of the accounts a walk has met, each asked for once; addresses of those that are named. */
export class FactsCache {
  readonly #facts = new Map<NodeId, PartyFacts>();
  readonly #store: Pick<AccountStore, 'accounts' | 'parties'>;

  constructor(store: Pick<AccountStore, 'accounts' | 'parties'>, subject: AccountFacts) {
    this.#store = store;
    this.#facts.set(subject.node, subject);
  }

  get(node: NodeId): PartyFacts | undefined {
    return this.#facts.get(node);
  }

  /** For accounts the walk has already loaded; anything else is a mistake of the walk. */
  known(node: NodeId): PartyFacts {
    const facts = this.#facts.get(node);
    if (facts === undefined) throw new Error(`account ${node} was used before it was loaded`);
    return facts;
  }

  /** For accounts that were named. */
  addressOf(node: NodeId): string {
    const { address } = this.known(node);
    if (address === null) throw new Error(`account ${node} was spelled before it was named`);
    return address;
  }

  async load(nodes: Iterable<NodeId>, yieldToEventLoop?: EventLoopYield): Promise<void> {
    const missing = [...new Set(nodes)].filter((node) => !this.#facts.has(node));
    await this.#ask(missing, (asked) => this.#store.parties?.(asked) ?? this.#store.accounts(asked), yieldToEventLoop);
  }

  /** Finds the addresses of these accounts, whether met before or not. */
  async name(nodes: Iterable<NodeId>): Promise<void> {
    const unnamed = [...new Set(nodes)].filter((node) => (this.#facts.get(node)?.address ?? null) === null);
    await this.#ask(unnamed, (asked) => this.#store.accounts(asked));
  }

  async #ask(nodes: readonly NodeId[], ask: Ask, yieldToEventLoop?: EventLoopYield): Promise<void> {
    for (let start = 0; start < nodes.length; start += FACTS_PER_CALL) {
      const asked = nodes.slice(start, start + FACTS_PER_CALL);
      await yieldToEventLoop?.(asked.length);
      const answers = await ask(asked);
      for (const [index, node] of asked.entries()) {
        const facts = answers[index];
        if (facts?.node !== node) throw new Error('the store answered facts in another order than asked');
        this.#facts.set(node, facts);
      }
    }
  }
}
