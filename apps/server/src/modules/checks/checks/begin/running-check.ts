import type { CheckEvent, CheckFirstFacts, CheckPhase, CheckProgress } from '@assay/contracts';
import type { StoredCheck } from '../stored/checks.store.ts';

type EmittedEvent = Extract<CheckEvent, { event: 'facts' | 'progress' }>;

const PHASES: readonly CheckPhase[] = ['queued', 'loading', 'facts', 'fetching', 'walking', 'assessing'];
/** Share of the progress for reading a chain, where one is read. */
const FETCHING = 0.6;

/** A check that runs in this process: its progress, its listeners and its cancellation. */
export class RunningCheck {
  readonly #cancelling = new AbortController();
  readonly #listeners = new Set<(event: EmittedEvent) => void>();
  #facts: CheckFirstFacts | null = null;
  #progress: CheckProgress = {
    phase: 'queued',
    progress: 0,
    calls: null,
    explained: { incoming: null, outgoing: null },
    providers: [],
  };
  #hasFetched = false;
  /** Whether the answer shows what is left of the balance. */
  wantsBalance = false;
  /** Resolves when the check has ended: to what is stored where it has a result, else to null. */
  done: Promise<StoredCheck | null> = Promise.resolve(null);

  /** Aborted when the check is to be ended. */
  get signal(): AbortSignal {
    return this.#cancelling.signal;
  }

  get phase(): CheckPhase {
    return this.#progress.phase;
  }

  get progress(): number {
    return this.#progress.progress;
  }

  cancel(reason: Error): void {
    this.#cancelling.abort(reason);
  }

  /** Moves to a phase or within it; `within` is 0..1 of the phase. A decrease is ignored. */
  report(phase: CheckPhase, within: number, more: Partial<Omit<CheckProgress, 'phase' | 'progress'>> = {}): void {
    if (PHASES.indexOf(phase) < PHASES.indexOf(this.#progress.phase)) return;
    const part = Math.min(1, Math.max(0, within));
    this.#hasFetched ||= phase === 'fetching';
    const done = phase === 'fetching' ? part * FETCHING : this.#hasFetched ? FETCHING + (1 - FETCHING) * part : part;
    const progress = Math.max(this.#progress.progress, done);
    this.#progress = { ...this.#progress, ...more, phase, progress };
    this.#emit({ event: 'progress', data: this.#progress });
  }

  found(facts: CheckFirstFacts): void {
    this.#facts = facts;
    this.#emit({ event: 'facts', data: facts });
  }

  /** Sends the current state, then every change; returns a function that stops it. */
  listen(listener: (event: EmittedEvent) => void): () => void {
    this.#listeners.add(listener);
    if (this.#facts !== null) listener({ event: 'facts', data: this.#facts });
    listener({ event: 'progress', data: this.#progress });
    return () => this.#listeners.delete(listener);
  }

  #emit(event: EmittedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
