import type { NodeId, Position } from '../../../records/record.ts';

/** Money that moves from an account to another, as evidence shows it. */
export interface Step {
  readonly from: NodeId;
  readonly to: NodeId;
  /** Base units. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly time: number;
  /** Of the flow, which names its transaction. */
  readonly position: Position;
  /** Its payer is the pool of a part: who paid into it follows, and both are one step. */
  readonly isFromPool: boolean;
}

/** One step on the best path from the start of a walk to a state, linked back towards the start. */
export interface PathLink extends Step {
  readonly previous: PathLink | null;
  /** The nearest exchange of assets on the path, where it is nearer to the start than this step. */
  readonly nearerExchange: PathLink | null;
  /** This step is the nearest exchange of the path. */
  readonly isExchange: boolean;
  /** Owners counted up to the nearest exchange; 0 without one. */
  readonly ownersAtExchange: number;
}

/**
 * A path with one step more. A step into a pool becomes one with the step out of it.
 *
 * @param exchangedAt Owners counted so far where the step is the nearest exchange, else null.
 */
export function linked(step: Step, path: PathLink | null, exchangedAt: number | null): PathLink {
  const isThroughPool = path?.isFromPool === true;
  const one = isThroughPool
    ? { ...step, to: path.to, amount: step.amount < path.amount ? step.amount : path.amount }
    : step;
  const isExchange = exchangedAt !== null || (isThroughPool && path.isExchange);
  return {
    from: one.from,
    to: one.to,
    amount: one.amount,
    time: one.time,
    position: one.position,
    isFromPool: one.isFromPool,
    previous: isThroughPool ? path.previous : path,
    nearerExchange: isExchange || path === null ? null : exchangeOf(path),
    isExchange,
    ownersAtExchange: exchangedAt ?? path?.ownersAtExchange ?? 0,
  };
}

/** The step at which the path came to its nearest exchange, null without one. */
export function exchangeOf(path: PathLink): PathLink | null {
  return path.isExchange ? path : path.nearerExchange;
}
