import type { NodeId } from '../../records/record.ts';
import type { Waiting } from '../../walk/heap.ts';
import type { Key } from '../../walk/pages.ts';
import type { Flow } from '../flow.ts';
import type { Outcome } from './outcome.ts';
import type { Masses } from './rows/masses.ts';

/**
 * A state of docs/method/3, section 5.3: mass at an account just before a transaction. While `flow` is null the key is
 * only a bound: the state is at the first flow into the account at or below it.
 */
export interface WalkState extends Waiting {
  readonly node: NodeId;
  key: Key;
  flow: Flow | null;
  final: boolean;
  /** Nothing once it was taken, or joined another. */
  masses: Masses;
  /** Owners that a label which is found next has at the most, six and more counted on. */
  depth: number;
  /** The mass with which was looked ahead from here, 0 before. */
  explored: number;
  /** The state that took its mass in, since both came to one flow. */
  joined: WalkState | null;
  /** What became of its mass; null while it waits, and where it was not followed. */
  taken: Taken | null;
}

/** How the mass of a state went on, so that it need not be walked again. */
export interface Taken {
  /** Index among the states that were taken. */
  readonly order: number;
  /** Part that goes over the flow; the rest stays with the account. */
  readonly share: number;
  readonly moves: readonly Move[];
  readonly rest: WalkState | null;
}

/** An outcome, and the state that it came to. */
export interface Move {
  readonly outcome: Outcome;
  readonly target: WalkState | null;
}

/** The state that holds its mass now. */
export function holderOf(state: WalkState): WalkState {
  let holder = state;
  while (holder.joined !== null) holder = holder.joined;
  return holder;
}
