import type { NodeId } from './record.ts';
import { absorberOf } from './walk-absorber.ts';
import type { Ask } from './walk-pages.ts';
import type { AccountWalk, WalkState } from './walk-round.ts';

/** What to fetch in the next round trip. */
export interface Plan {
  readonly asks: readonly Ask[];
  readonly nodes: ReadonlySet<NodeId>;
}

const LOOK_AHEAD = 1024;

/**
 * Guesses which pages and facts the next states will need, the top's own first. A guess saves round trips and touches
 * nothing the result is made from: a wrong one costs a read.
 */
export function planReads(waiting: readonly WalkState[], walk: AccountWalk, threshold: number): Plan {
  const { pages, facts, direction, subject, settings } = walk;
  const asks: Ask[] = [];
  const nodes = new Set<NodeId>();
  const size = Math.max(1, settings.batchSize);
  const ask = (node: NodeId, key: number): void => {
    if (asks.length < size && !asks.some((asked) => asked.node === node && asked.key === key)) asks.push({ node, key });
  };

  for (const state of waiting.slice(0, LOOK_AHEAD)) {
    if (asks.length >= size || nodes.size >= size) break;
    let { key, mass } = state;
    for (let ahead = 0; ahead < settings.pageLimit && (ahead === 0 || mass >= threshold); ahead += 1) {
      const found = pages.find(state.node, key);
      if (found === 'missing') ask(state.node, key);
      if (typeof found === 'string') break;
      const node = direction === 'bwd' ? found.from : found.to;
      const share = direction === 'bwd' ? found.inflowShare : found.outflowShare;
      const known = facts.get(node);
      const below = pages.keyOf(found) - 1;
      if (known === undefined) nodes.add(node);
      else if (mass * share >= threshold && absorberOf(known, found.time, subject) === null) {
        if (pages.find(node, below) === 'missing') ask(node, below);
      }
      key = below;
      mass *= 1 - share;
    }
  }
  return { asks, nodes };
}
