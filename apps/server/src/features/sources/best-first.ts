import type { Asset } from '@assay/domain';
import type { HeldAccountStore, HeldCoinStore, LabelsOf, SubjectFacts } from '@assay/exposure';
import type { GatherProgress } from './live-records.ts';
import { type PlaceOf, planWalk, type WaitingPlace } from './plan-walk.ts';
import type { SourceBudget } from './source-budget.ts';
import { SourceError, type SourceFault } from './sources.ports.ts';

export interface GatherTask {
  readonly asset: Asset & { readonly network: NonNullable<Asset['network']> };
  readonly address: string;
  readonly budget: SourceBudget;
  readonly labelsOf: LabelsOf;
  /** Of whoever asked: unlike the budget's, it ends the whole question. */
  readonly signal: AbortSignal;
  readonly now: Date;
  readonly breathe: () => Promise<void>;
  readonly onProgress: (progress: GatherProgress) => void;
}

type Explained = GatherProgress['explained'];

/** What is held of a chain so far, and how more of it is read. `Own` is the place of the subject's own history. */
export interface Reach<S extends HeldAccountStore | HeldCoinStore, Own> {
  /** What is held, under the labels of the task. */
  store(): S;
  keyOf(place: PlaceOf<S> | Own): string;
  /** The subject's own older history, as far as it was not read. */
  ownHistory(subject: SubjectFacts, explained: Explained): readonly WaitingPlace<Own>[];
  report(explained: Explained): void;
  /** Reads some of the places, most value first; at least one, unless it is closed then. */
  read(places: readonly (PlaceOf<S> | Own)[]): Promise<void>;
}

/**
 * A walk over what is held says where most value is unexplained, and that is read next, until nothing is left or the
 * budget is spent.
 */
export async function readBestFirst<S extends HeldAccountStore | HeldCoinStore, Own>(
  { address, budget, signal, breathe }: GatherTask,
  unanswered: Unanswered,
  reach: Reach<S, Own>,
): Promise<void> {
  const keyOf = (place: PlaceOf<S> | Own) => reach.keyOf(place);
  for (;;) {
    signal.throwIfAborted();
    const store = reach.store();
    const subject = await store.subject(address);
    if (subject === null) return;
    const { waiting, explained } = await planWalk(store, subject, keyOf, budget.leastShare, signal, breathe);
    reach.report(explained);
    const open = [...reach.ownHistory(subject, explained), ...waiting]
      .filter(({ place }) => !unanswered.has(keyOf(place)))
      .sort((a, b) => b.mass - a.mass);
    if (open.length === 0 || budget.left <= 0) break;
    await reach.read(open.map(({ place }) => place));
  }
  signal.throwIfAborted();
}

/** An older history of the subject's own that nobody can tell the size of is worth this much of a direction. */
const UNKNOWN_OWN_HISTORY = 0.1;

/** The subject's own older history waits with the share of a direction it is, as far as that is known. */
export function massOfOwnHistory(
  { received, sent }: { readonly received: bigint; readonly sent: bigint },
  { incoming, outgoing }: Explained,
): number {
  const isKnown = received > 0n || sent > 0n;
  return isKnown ? Math.max(1 - (incoming ?? 0), 1 - (outgoing ?? 0)) : UNKNOWN_OWN_HISTORY;
}

/** Places that gave no answer, or cannot be read any further: not asked again in this check. */
export class Unanswered {
  readonly faults: SourceFault[] = [];
  readonly #places = new Set<string>();

  has(key: string): boolean {
    return this.#places.has(key);
  }

  close(key: string): void {
    this.#places.add(key);
  }

  /** What went wrong, but for questions that the budget or whoever asked ended. */
  note(fault: SourceFault): void {
    if (fault.kind !== 'cancelled') this.faults.push(fault);
  }

  /** Null where a source does not answer: the place is closed then. */
  async guard<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.close(key);
      this.note(error.fault);
      return null;
    }
  }
}
