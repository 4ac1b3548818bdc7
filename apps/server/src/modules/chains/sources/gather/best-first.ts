import type { Asset } from '@assay/domain';
import type { Direction, LabelsOf, PartialAccountStore, PartialCoinStore, SubjectFacts } from '@assay/exposure';
import type { GatherProgress } from '../on-demand-records.ts';
import type { SeenRecords } from '../seen-transaction.ts';
import type { SourceBudget } from '../source-budget.ts';
import { SourceError, type SourceFault } from '../sources.ports.ts';
import { planWalk, type StateOf, type WaitingState } from './plan-walk.ts';

export interface GatherTask {
  readonly asset: Asset & { readonly network: NonNullable<Asset['network']> };
  readonly address: string;
  /** The payment of the address that is asked about; null for the address itself. */
  readonly payment: GatherPayment | null;
  /** Whether its history alone is read, the newest first, and nothing around it. */
  readonly isOwnAlone: boolean;
  readonly budget: SourceBudget;
  readonly labelsOf: LabelsOf;
  /** The caller's signal: unlike the budget's, it ends the whole gathering. */
  readonly signal: AbortSignal;
  readonly now: Date;
  readonly yieldToEventLoop: () => Promise<void>;
  readonly onProgress: (progress: GatherProgress) => void;
}

/** A payment, as a look-up found it. */
export interface GatherPayment {
  readonly seen: SeenRecords;
  readonly direction: Direction;
}

type Explained = GatherProgress['explained'];

/** What was read of a chain so far, and how to read more. `Own` is the place of the subject's own history. */
export interface Reach<S extends PartialAccountStore | PartialCoinStore, Own> {
  /** The records read so far, under the labels of the task. */
  store(): S;
  keyOf(state: StateOf<S> | Own): string;
  /** The subject's own older history, as far as it was not read. */
  ownHistory(subject: SubjectFacts, explained: Explained): readonly WaitingState<Own>[];
  report(explained: Explained): void;
  /** Reads some of the places, most value first; at least one, unless it is closed by then. */
  read(places: readonly (StateOf<S> | Own)[]): Promise<void>;
}

/**
 * A walk over what was read shows where most value is unexplained, and that is read next, until nothing is left or the
 * budget is spent.
 */
export async function readBestFirst<S extends PartialAccountStore | PartialCoinStore, Own>(
  { address, payment, budget, signal, yieldToEventLoop }: GatherTask,
  unanswered: Unanswered,
  reach: Reach<S, Own>,
): Promise<void> {
  const keyOf = (state: StateOf<S> | Own) => reach.keyOf(state);
  for (;;) {
    signal.throwIfAborted();
    const store = reach.store();
    const subject = await store.subject(address);
    if (subject === null) return;
    const { waiting, explained } = await planWalk(
      store,
      subject,
      keyOf,
      budget.leastShare,
      signal,
      yieldToEventLoop,
      payment?.direction ?? null,
    );
    reach.report(explained);
    const open = [...reach.ownHistory(subject, explained), ...waiting]
      .filter(({ state }) => !unanswered.has(keyOf(state)))
      .sort((a, b) => b.mass - a.mass);
    if (open.length === 0 || budget.left <= 0) break;
    await reach.read(open.map(({ state }) => state));
  }
  signal.throwIfAborted();
}

/** The assumed share of a direction of the subject's own older history when its size is unknown. */
const UNKNOWN_OWN_HISTORY = 0.1;

/** The subject's own older history, weighted by its share of a direction where that is known. */
export function massOfOwnHistory(
  { received, sent }: { readonly received: bigint; readonly sent: bigint },
  { incoming, outgoing }: Explained,
): number {
  const isKnown = received > 0n || sent > 0n;
  return isKnown ? Math.max(1 - (incoming ?? 0), 1 - (outgoing ?? 0)) : UNKNOWN_OWN_HISTORY;
}

/** Places whose read failed, or that cannot be read any further: not read again in this check. */
export class Unanswered {
  readonly faults: SourceFault[] = [];
  readonly #places = new Set<string>();

  has(key: string): boolean {
    return this.#places.has(key);
  }

  close(key: string): void {
    this.#places.add(key);
  }

  /** Records what failed, except reads that the budget or the caller's signal ended. */
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
