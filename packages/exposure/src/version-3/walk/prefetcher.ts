import type { NodeId } from '../../records/record.ts';
import type { EventLoopYield } from '../../walk/options.ts';
import type { Ask, Key } from '../../walk/pages.ts';
import { AGAIN, BELOW, PROBES_PER_YIELD, SEEDS } from '../../walk/prefetch-bounds.ts';
import type { Flow } from '../flow.ts';
import type { FlowWalk } from './flow-walk.ts';
import { outcomesOf } from './outcomes.ts';
import type { WalkState } from './state.ts';

/** A state the walk may reach, and what one path alone carries there. */
interface Probe {
  readonly node: NodeId;
  readonly key: Key;
  readonly mass: number;
}

interface Edge {
  readonly flow: Flow;
  readonly mass: number;
}

/**
 * Reads ahead of a round, level by level from everything that waits, so that round trips follow the depth of the walk
 * and not its number of states. It holds no mass and changes nothing the result is made from; a wrong guess costs a
 * read.
 */
export class FlowPrefetcher {
  readonly #walk: FlowWalk;
  readonly #threshold: number;
  readonly #limit: number;
  /** Flows explored by position, each with the largest mass it was explored with. */
  readonly #seen = new Map<Key, number>();
  #ahead: Probe[] = [];

  /** @param limit Flows explored at most; beyond it only what the walk waits for is read. */
  constructor(walk: FlowWalk, threshold: number, limit: number) {
    this.#walk = walk;
    this.#threshold = threshold / BELOW;
    this.#limit = limit;
  }

  /** One round trip of pages, and one of facts and parts; afterwards the first of `waiting` can go on. */
  async read(waiting: readonly WalkState[], yieldToEventLoop: EventLoopYield): Promise<void> {
    const { pages, settings } = this.#walk;
    const states = waiting.slice(0, SEEDS).filter(({ masses, explored }) => masses.total >= AGAIN * explored);
    const probes: Probe[] = [
      ...states.map(({ node, key, masses }) => ({ node, key, mass: masses.total })),
      ...this.#ahead,
    ];
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
    await loadBehind(
      this.#walk,
      edges.map(({ flow }) => flow),
      yieldToEventLoop,
    );
    for (const { flow, mass } of edges) this.#lookBeyond(flow, mass);
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
   * Notes the flows a probe leads to inside its own account, as long as they are read and matter; whether the first of
   * them was read.
   */
  #explore(probe: Probe, edges: Edge[]): boolean {
    const { pages } = this.#walk;
    let { key, mass } = probe;
    for (let first = true; first || mass >= this.#threshold; first = false) {
      const found = pages.find(probe.node, key);
      if (found === 'missing') this.#ahead.push({ node: probe.node, key, mass });
      if (typeof found === 'string') return !first || found !== 'missing';
      if (mass < AGAIN * (this.#seen.get(found.position) ?? 0)) return true;
      this.#seen.set(found.position, mass);
      edges.push({ flow: found, mass: mass * found.inflowShare });
      mass *= 1 - found.inflowShare;
      key = found.position - 1;
    }
    return true;
  }

  #lookBeyond(flow: Flow, mass: number): void {
    if (mass < this.#threshold) return;
    for (const { factor, ending } of outcomesOf(flow, this.#walk)) {
      if (ending.kind === 'account' && mass * factor >= this.#threshold) {
        this.#ahead.push({ node: ending.node, key: ending.key, mass: mass * factor });
      }
    }
  }
}

/** Loads all that the outcomes of flows need. */
export async function loadBehind(
  { facts, parts }: Pick<FlowWalk, 'facts' | 'parts'>,
  flows: readonly Flow[],
  yieldToEventLoop: EventLoopYield,
): Promise<void> {
  await facts.load(
    flows.map(({ from }) => from),
    yieldToEventLoop,
  );
  await parts.load(
    flows.flatMap(({ part }) => (part === null ? [] : [part])),
    (nodes) => facts.load(nodes, yieldToEventLoop),
    yieldToEventLoop,
  );
}
