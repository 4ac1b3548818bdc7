import type { NodeId, TransferRecord } from '../records/record.ts';
import { absorberOf } from './absorber.ts';
import type { EventLoopYield } from './options.ts';
import type { Ask, Key } from './pages.ts';
import { AGAIN, BELOW, PROBES_PER_YIELD, SEEDS } from './prefetch-bounds.ts';
import type { AccountWalk, WalkState } from './state.ts';

/** A state the walk may reach, and what one path alone carries there. */
interface Probe {
  readonly node: NodeId;
  readonly key: Key;
  readonly mass: number;
}

interface Edge {
  readonly record: TransferRecord;
  readonly mass: number;
}

/**
 * Reads ahead of a round, level by level from everything that waits, so that round trips follow the depth of the walk
 * and not its number of states. It holds no mass and changes nothing the result is made from; a wrong guess costs a
 * read.
 */
export class Prefetcher {
  readonly #walk: AccountWalk;
  readonly #threshold: number;
  readonly #limit: number;
  /** Records explored, each with the largest mass it was explored with. */
  readonly #seen = new Map<Key, number>();
  #ahead: Probe[] = [];

  /** @param limit Records explored at most; beyond it only what the walk waits for is read. */
  constructor(walk: AccountWalk, threshold: number, limit: number) {
    this.#walk = walk;
    this.#threshold = threshold / BELOW;
    this.#limit = limit;
  }

  /** One round trip of pages and one of facts; afterwards the first of `waiting` can go on. */
  async read(waiting: readonly WalkState[], yieldToEventLoop: EventLoopYield): Promise<void> {
    const { pages, facts, settings } = this.#walk;
    const states = waiting.slice(0, SEEDS).filter(({ mass, explored }) => mass >= AGAIN * explored);
    const probes: Probe[] = [...states, ...this.#ahead];
    await pages.load(this.#missing(probes), settings.pageLimit);

    const edges: Edge[] = [];
    this.#ahead = [];
    for (const [index, probe] of probes.entries()) {
      if (index % PROBES_PER_YIELD === 0) await yieldToEventLoop(PROBES_PER_YIELD);
      if (edges.length > 0 && this.#seen.size >= this.#limit) continue;
      const isRead = this.#explore(probe, edges);
      const state = states[index];
      if (isRead && state !== undefined) state.explored = probe.mass;
    }
    await facts.load(
      edges.map(({ record }) => this.#farEnd(record)),
      yieldToEventLoop,
    );
    for (const edge of edges) this.#lookBeyond(edge);
  }

  #missing(probes: readonly Probe[]): readonly Ask[] {
    const asks = new Map<string, Ask>();
    const size = Math.max(1, this.#walk.settings.batchSize);
    for (const { node, key } of probes) {
      if (asks.size >= size) break;
      if (this.#walk.pages.find(node, key) === 'missing') asks.set(`${node} ${key}`, { node, key });
    }
    return [...asks.values()];
  }

  /**
   * Notes the records a probe leads to inside its own account, as long as they are read and matter; whether the first
   * of them was read.
   */
  #explore(probe: Probe, edges: Edge[]): boolean {
    const { pages, direction } = this.#walk;
    let { key, mass } = probe;
    for (let first = true; first || mass >= this.#threshold; first = false) {
      const found = pages.find(probe.node, key);
      if (found === 'missing') this.#ahead.push({ node: probe.node, key, mass });
      if (typeof found === 'string') return !first || found !== 'missing';
      const recordKey = pages.keyOf(found);
      if (mass < AGAIN * (this.#seen.get(recordKey) ?? 0)) return true;
      this.#seen.set(recordKey, mass);
      const share = direction === 'bwd' ? found.inflowShare : found.outflowShare;
      edges.push({ record: found, mass: mass * share * (direction === 'bwd' ? found.covered : 1) });
      mass *= 1 - share;
      key = recordKey - 1;
    }
    return true;
  }

  #lookBeyond({ record, mass }: Edge): void {
    if (mass < this.#threshold) return;
    const { direction, pages, facts, subject } = this.#walk;
    const node = this.#farEnd(record);
    if (absorberOf(facts.known(node), record.time, subject, direction) !== null) return;
    this.#ahead.push({ node, key: pages.keyOf(record) - 1, mass });
  }

  #farEnd(record: TransferRecord): NodeId {
    return this.#walk.direction === 'bwd' ? record.from : record.to;
  }
}
