import type { PartyFacts } from '../labels/party-facts.ts';
import type { NodeId } from '../records/record.ts';
import type { EventLoopYield } from './options.ts';

const FACTS_PER_CALL = 1000;

/** The least that facts say. */
type Named = Pick<PartyFacts, 'node' | 'address'>;

type Ask<F> = (nodes: readonly NodeId[]) => Promise<readonly F[]>;

/** Answers facts in the order asked: with addresses by `accounts`, and by `parties` without those that cost. */
interface FactsSource<F> {
  accounts(nodes: readonly NodeId[]): Promise<readonly F[]>;
  parties?(nodes: readonly NodeId[]): Promise<readonly F[]>;
}

/** Facts of the accounts a walk has met, each asked for once; addresses of those that are named. */
export class FactsCache<F extends Named = PartyFacts> {
  readonly #facts = new Map<NodeId, F>();
  readonly #store: FactsSource<F>;

  constructor(store: FactsSource<F>, subject: F) {
    this.#store = store;
    this.#facts.set(subject.node, subject);
  }

  get(node: NodeId): F | undefined {
    return this.#facts.get(node);
  }

  /** For accounts the walk has already loaded; anything else is a mistake of the walk. */
  known(node: NodeId): F {
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

  async #ask(nodes: readonly NodeId[], ask: Ask<F>, yieldToEventLoop?: EventLoopYield): Promise<void> {
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
