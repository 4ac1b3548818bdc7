import {
  type Direction,
  type HeldAccountStore,
  type HeldCoinStore,
  type SubjectFacts,
  walkAccount,
  walkUtxo,
} from '@assay/exposure';
import type { GatherProgress } from './live-records.ts';

/** A place where mass waits for records, and how much. */
export interface WaitingPlace<P> {
  readonly place: P;
  readonly mass: number;
}

export interface WalkPlan<P> {
  /** Most mass first; equal masses by their key. */
  readonly waiting: readonly WaitingPlace<P>[];
  readonly explained: GatherProgress['explained'];
}

const PLANNING = { targetNotFollowed: 1, maxStates: 20_000, evidence: false } as const;

/** Where a walk over such a store may wait for records. */
export type PlaceOf<S> = S extends HeldAccountStore
  ? NonNullable<ReturnType<HeldAccountStore['unreadAt']>>
  : ReturnType<HeldCoinStore['unreadAt']>;

/** Walks over what is held, both ways, to see where most value is unexplained. Both directions count alike. */
export async function planWalk<S extends HeldAccountStore | HeldCoinStore>(
  store: S,
  subject: SubjectFacts,
  keyOf: (place: PlaceOf<S>) => string,
  leastShare: number,
  signal: AbortSignal,
  breathe: () => Promise<void>,
): Promise<WalkPlan<PlaceOf<S>>> {
  const places = new Map<string, { place: PlaceOf<S>; mass: number }>();
  const walk = async (direction: Direction) => {
    const onUnread = (node: number, mass: number) => {
      const place = store.ledger === 'account' ? store.unreadAt(node, direction) : store.unreadAt(node);
      if (place === null) return;
      const known = places.get(keyOf(place as PlaceOf<S>));
      if (known === undefined) places.set(keyOf(place as PlaceOf<S>), { place: place as PlaceOf<S>, mass });
      else known.mass += mass;
    };
    const options = { ...PLANNING, threshold: leastShare / 10, signal, breathe, onUnread };
    const found =
      store.ledger === 'account'
        ? await walkAccount(store, subject, direction, options)
        : await walkUtxo(store, subject, direction, options);
    return found.records === 0 ? null : Math.min(1, Math.max(0, 1 - found.residuals.not_followed));
  };
  const explained = { incoming: await walk('bwd'), outgoing: await walk('fwd') };
  const waiting = [...places]
    .filter(([, { mass }]) => mass >= leastShare)
    .sort(([a, one], [b, other]) => other.mass - one.mass || (a < b ? -1 : 1))
    .map(([, waitingPlace]) => waitingPlace);
  return { waiting, explained };
}
