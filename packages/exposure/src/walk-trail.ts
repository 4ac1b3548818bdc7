import type { EvidencePath, PathStep } from './exposure.ts';
import type { Direction, NodeId } from './record.ts';
import type { FactsCache } from './walk-facts.ts';

/** One record on the best way from the subject to a state, linked back towards the subject. */
export interface Trail {
  readonly previous: Trail | null;
  readonly from: NodeId | null;
  readonly to: NodeId | null;
  readonly amount: bigint;
  readonly time: number;
  /** What the store names its transaction by: a position, or on UTXO networks the transaction's node. */
  readonly transaction: number;
  /** Whether the money changes owner here. */
  readonly ownerChange: boolean;
}

/** A way worth showing: the best one through one absorbing record. */
export interface Way {
  readonly share: number;
  readonly best: number;
  readonly trail: Trail;
}

const IDS_PER_CALL = 1000;

type AskIds = (keys: readonly number[]) => Promise<readonly string[]>;

/** Asks for what ways name, and gives what spells each of them out. */
export function spellTrails(
  direction: Direction,
  facts: FactsCache,
  ask: AskIds,
): (ways: readonly Way[]) => Promise<(way: Way) => EvidencePath> {
  return async (ways) => {
    const reader = new TrailReader(direction, facts);
    await reader.load(ways, ask);
    return (way) => reader.read(way);
  };
}

/** Turns ways into evidence: addresses and transaction ids in the order money moved, asked for in few round trips. */
class TrailReader {
  readonly #ids = new Map<number, string>();
  readonly #direction: Direction;
  readonly #facts: FactsCache;

  constructor(direction: Direction, facts: FactsCache) {
    this.#direction = direction;
    this.#facts = facts;
  }

  async load(ways: Iterable<Way>, ask: AskIds): Promise<void> {
    const keys = new Set<number>();
    const nodes = new Set<NodeId>();
    for (const way of ways) {
      for (let trail: Trail | null = way.trail; trail !== null; trail = trail.previous) {
        keys.add(trail.transaction);
        if (trail.from !== null) nodes.add(trail.from);
        if (trail.to !== null) nodes.add(trail.to);
      }
    }
    // Both at once: a store may answer them in one round trip.
    await Promise.all([this.#facts.name(nodes), this.#loadIds([...keys], ask)]);
  }

  async #loadIds(all: readonly number[], ask: AskIds): Promise<void> {
    for (let start = 0; start < all.length; start += IDS_PER_CALL) {
      const asked = all.slice(start, start + IDS_PER_CALL);
      const ids = await ask(asked);
      for (const [index, key] of asked.entries()) {
        const id = ids[index];
        if (id === undefined) throw new Error('the store left a transaction without its id');
        this.#ids.set(key, id);
      }
    }
  }

  read(way: Way): EvidencePath {
    const steps: PathStep[] = [];
    let hops = 0;
    for (let trail: Trail | null = way.trail; trail !== null; trail = trail.previous) {
      steps.push({
        from: this.#addressOf(trail.from),
        to: this.#addressOf(trail.to),
        transactionId: this.#ids.get(trail.transaction) ?? '',
        amount: trail.amount,
        time: trail.time,
      });
      if (trail.ownerChange) hops += 1;
    }
    if (this.#direction === 'fwd') steps.reverse();
    return { steps, hops: Math.max(1, hops), share: way.best };
  }

  /** An output nobody can be named for has no address. */
  #addressOf(node: NodeId | null): string {
    return node === null ? '' : this.#facts.addressOf(node);
  }
}
