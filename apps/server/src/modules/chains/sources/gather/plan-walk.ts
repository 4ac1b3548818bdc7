import {
  type Direction,
  type PartialAccountStore,
  type PartialCoinStore,
  type SubjectFacts,
  walk,
} from '@assay/exposure';
import type { GatherProgress } from '../on-demand-records.ts';

/** A place where mass waits for records, and how much mass. */
export interface WaitingState<P> {
  readonly state: P;
  readonly mass: number;
}

export interface WalkPlan<P> {
  /** Most mass first; equal masses by their key. */
  readonly waiting: readonly WaitingState<P>[];
  readonly explained: GatherProgress['explained'];
}

const PLANNING = { targetNotFollowed: 1, maxStates: 20_000, evidence: false } as const;

/** Where a walk over such a store may wait for records. */
export type StateOf<S> = S extends PartialAccountStore
  ? NonNullable<ReturnType<PartialAccountStore['unreadAt']>>
  : ReturnType<PartialCoinStore['unreadAt']>;

/** Walks over what was read, in both directions, to see where most value is unexplained. Both count alike. */
export async function planWalk<S extends PartialAccountStore | PartialCoinStore>(
  store: S,
  subject: SubjectFacts,
  keyOf: (state: StateOf<S>) => string,
  leastShare: number,
  signal: AbortSignal,
  yieldToEventLoop: () => Promise<void>,
  /** Of a payment: its direction alone is walked, from its records alone. */
  payment: Direction | null = null,
): Promise<WalkPlan<StateOf<S>>> {
  const places = new Map<string, { state: StateOf<S>; mass: number }>();
  const explain = async (direction: Direction) => {
    if (payment !== null && direction !== payment) return null;
    const onUnread = (node: number, mass: number) => {
      const state = store.ledger === 'account' ? store.unreadAt(node, direction) : store.unreadAt(node);
      if (state === null) return;
      const known = places.get(keyOf(state as StateOf<S>));
      if (known === undefined) places.set(keyOf(state as StateOf<S>), { state: state as StateOf<S>, mass });
      else known.mass += mass;
    };
    const options = { ...PLANNING, threshold: leastShare / 10, signal, yieldToEventLoop, onUnread };
    const only = payment === null ? {} : { only: store.startsOf(direction) };
    const found = await walk(store, subject, direction, { ...options, ...only });
    return found.records === 0 ? null : Math.min(1, Math.max(0, 1 - found.residuals.not_followed));
  };
  const explained = { incoming: await explain('bwd'), outgoing: await explain('fwd') };
  const waiting = [...places]
    .filter(([, { mass }]) => mass >= leastShare)
    .sort(([a, one], [b, other]) => other.mass - one.mass || (a < b ? -1 : 1))
    .map(([, waitingPlace]) => waitingPlace);
  return { waiting, explained };
}
