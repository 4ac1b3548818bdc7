import { ratio } from '../records/ratios.ts';
import type { Direction, NodeId } from '../records/record.ts';
import { absorberOf } from '../walk/absorber.ts';
import { type ExactShares, type OracleInput, shareKey } from './oracle.ts';

/**
 * The static pro-rata haircut many tools use: each account passes on the mix of everything it ever received, whenever
 * that was. Kept to compare the time-respecting rule with, never to score.
 */
export interface StaticOptions {
  /** Mass below which an account is not followed, 0..1. */
  readonly threshold: number;
  /** Accounts expanded at most; closed circles never empty. */
  readonly maxSteps: number;
}

/** One account's records in one direction as shares of their sum: an absorber's key or a further account. */
export interface StaticEdge {
  readonly share: number;
  readonly end: { readonly key: string } | { readonly node: NodeId };
}

export interface StaticResult {
  readonly shares: ExactShares;
  /** Bound: shares are never above the exact ones and miss at most this much in sum. */
  readonly notFollowed: number;
  readonly steps: number;
}

/** Edges of every account the records name; the subject counts as unlabelled. */
export function staticEdges(
  { records, factsOf, subject }: OracleInput,
  direction: Direction,
): ReadonlyMap<NodeId, readonly StaticEdge[]> {
  const byNode = Map.groupBy(records, (record) => (direction === 'bwd' ? record.to : record.from));
  const edges = new Map<NodeId, readonly StaticEdge[]>();
  for (const [node, own] of byNode) {
    const total = own.reduce((sum, record) => sum + record.amount, 0n);
    const edgesOfNode = own.map((record): StaticEdge => {
      const other = direction === 'bwd' ? record.from : record.to;
      const absorber = absorberOf(factsOf(other), record.time, subject, direction);
      return {
        share: ratio(record.amount, total),
        end: absorber === null ? { node: other } : { key: shareKey(absorber) },
      };
    });
    edges.set(node, edgesOfNode);
  }
  return edges;
}

/** Residual key of an account without records in the direction. */
export function staticEnd(direction: Direction): string {
  return direction === 'bwd' ? 'unknown_origin' : 'still_held';
}

/**
 * Shares of one subject by pushing mass along the static edges, the largest remaining mass first (forward push without
 * teleport): whatever is not pushed is the bound.
 *
 * @example
 * staticHaircut({ records, factsOf, subject }, subject, 'bwd', { threshold: 1e-4, maxSteps: 10_000 }).notFollowed;
 */
export function staticHaircut(
  input: OracleInput,
  subject: NodeId,
  direction: Direction,
  { threshold, maxSteps }: StaticOptions,
): StaticResult {
  const edges = staticEdges(input, direction);
  const rest = new Map<NodeId, number>([[subject, 1]]);
  const shares = new Map<string, number>();
  let steps = 0;
  for (; steps < maxSteps; steps += 1) {
    const [node, mass] = largest(rest);
    if (!(mass > 0) || mass < threshold) break;
    rest.set(node, 0);
    const own = edges.get(node) ?? [{ share: 1, end: { key: staticEnd(direction) } }];
    for (const { share, end } of own) {
      if ('key' in end) shares.set(end.key, (shares.get(end.key) ?? 0) + mass * share);
      else rest.set(end.node, (rest.get(end.node) ?? 0) + mass * share);
    }
  }
  const notFollowed = [...rest.values()].reduce((sum, mass) => sum + mass, 0);
  return { shares, notFollowed, steps };
}

function largest(rest: ReadonlyMap<NodeId, number>): readonly [NodeId, number] {
  let top: readonly [NodeId, number] = [-1, 0];
  for (const entry of rest) if (entry[1] > top[1]) top = entry;
  return top;
}
