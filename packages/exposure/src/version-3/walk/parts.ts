import type { NodeId } from '../../records/record.ts';
import type { EventLoopYield } from '../../walk/options.ts';
import { passedOn } from '../netting/part.ts';
import type { FlowPart, FlowStore } from '../store/flow-store.ts';

const PARTS_PER_CALL = 128;

/** Parts that a walk has met in which money passed through an account, each asked for once. */
export class FlowParts {
  readonly #store: Pick<FlowStore, 'parts'>;
  readonly #parts = new Map<number, { readonly found: FlowPart; readonly passers: readonly NodeId[] }>();

  constructor(store: Pick<FlowStore, 'parts'>) {
    this.#store = store;
  }

  has(part: number): boolean {
    return this.#parts.has(part);
  }

  /** For parts that are loaded; anything else is a mistake of the walk. */
  get(part: number): FlowPart {
    return this.#known(part).found;
  }

  /** Accounts that money passed through, in the order of accounts. */
  passersOf(part: number): readonly NodeId[] {
    return this.#known(part).passers;
  }

  /** Asks for parts, then has the facts of all their accounts loaded, which step 3 reads. */
  async load(
    parts: Iterable<number>,
    loadFacts: (nodes: readonly NodeId[]) => Promise<void>,
    yieldToEventLoop: EventLoopYield,
  ): Promise<void> {
    const missing = [...new Set(parts)].filter((part) => !this.#parts.has(part));
    for (let start = 0; start < missing.length; start += PARTS_PER_CALL) {
      const asked = missing.slice(start, start + PARTS_PER_CALL);
      await yieldToEventLoop(asked.length);
      const found = await this.#store.parts(asked);
      await loadFacts(found.flatMap(({ part }) => part.accounts));
      for (const [index, part] of asked.entries()) {
        const answer = found[index];
        if (answer === undefined) throw new Error('the store left a part without its records');
        this.#parts.set(part, { found: answer, passers: passedOn(answer.part).map(({ account }) => account) });
      }
    }
  }

  #known(part: number): { readonly found: FlowPart; readonly passers: readonly NodeId[] } {
    const known = this.#parts.get(part);
    if (known === undefined) throw new Error(`part ${part} was used before it was loaded`);
    return known;
  }
}
