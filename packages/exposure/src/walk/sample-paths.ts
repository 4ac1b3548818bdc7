import type { MethodRevision } from '../method/method-revision.ts';
import type { Direction, NodeId } from '../records/record.ts';
import type { EvidencePath, PathResolver, PathStep } from './exposure.ts';
import type { FactsCache } from './facts.ts';

/** One record on the best path from the subject to a state, linked back towards the subject. */
export interface PathLink {
  readonly previous: PathLink | null;
  readonly from: NodeId | null;
  readonly to: NodeId | null;
  readonly amount: bigint;
  readonly time: number;
  /** What the store names its transaction by: a position, or on UTXO networks the transaction's node. */
  readonly transaction: number;
  /** Whether the money changes owner here. */
  readonly ownerChange: boolean;
}

/** A path worth showing: the best one through one absorbing record. */
export interface SamplePath {
  readonly share: number;
  readonly best: number;
  readonly link: PathLink;
}

const IDS_PER_CALL = 1000;

type AskIds = (keys: readonly number[]) => Promise<readonly string[]>;

/** Reads the addresses and transaction ids that paths need, and returns a function that resolves each path. */
export function resolvePaths(
  direction: Direction,
  facts: FactsCache,
  ask: AskIds,
  revision: MethodRevision,
): PathResolver<SamplePath> {
  return async (rows) => {
    const reader = new PathReader(direction, facts, revision);
    await reader.load(
      rows.flatMap((row) => row.paths),
      ask,
    );
    return (paths) => paths.map((path) => reader.read(path));
  };
}

/** Turns paths into evidence: addresses and transaction ids in the order money moved, asked for in few round trips. */
class PathReader {
  readonly #ids = new Map<number, string>();
  readonly #direction: Direction;
  readonly #facts: FactsCache;
  readonly #revision: MethodRevision;

  constructor(direction: Direction, facts: FactsCache, revision: MethodRevision) {
    this.#direction = direction;
    this.#facts = facts;
    this.#revision = revision;
  }

  async load(paths: Iterable<SamplePath>, ask: AskIds): Promise<void> {
    const keys = new Set<number>();
    const nodes = new Set<NodeId>();
    for (const path of paths) {
      for (let link: PathLink | null = path.link; link !== null; link = link.previous) {
        keys.add(link.transaction);
        if (link.from !== null) nodes.add(link.from);
        if (link.to !== null) nodes.add(link.to);
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

  read(path: SamplePath): EvidencePath {
    const steps: PathStep[] = [];
    let hops = 0;
    for (let link: PathLink | null = path.link; link !== null; link = link.previous) {
      steps.push({
        from: this.#addressOf(link.from),
        to: this.#addressOf(link.to),
        transactionId: this.#ids.get(link.transaction) ?? '',
        amount: link.amount,
        time: link.time,
      });
      if (link.ownerChange) hops += 1;
    }
    if (this.#direction === 'fwd') steps.reverse();
    // More than one step is more than one change of owner: the first revision could say one.
    const least = this.#revision === 1 ? 1 : Math.min(2, steps.length);
    return { steps, hops: Math.max(least, hops), share: path.best };
  }

  /** An output nobody can be named for has no address. */
  #addressOf(node: NodeId | null): string {
    return node === null ? '' : this.#facts.addressOf(node);
  }
}
