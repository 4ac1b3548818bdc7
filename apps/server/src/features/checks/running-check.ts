import type { CheckEvent, CheckFirstFacts, CheckPhase, CheckProgress } from '@assay/contracts';

type Heard = Extract<CheckEvent, { event: 'facts' | 'progress' }>;

const PHASES: readonly CheckPhase[] = ['queued', 'facts', 'fetching', 'walking', 'assessing'];
/** Part of the whole that reading a chain takes, where one is read. */
const FETCHING = 0.6;

/** A check that runs in this process: how far it is, who listens, and how to end it. */
export class RunningCheck {
  readonly #cancelling = new AbortController();
  readonly #listeners = new Set<(event: Heard) => void>();
  #facts: CheckFirstFacts | null = null;
  #progress: CheckProgress = {
    phase: 'queued',
    progress: 0,
    calls: null,
    explained: { incoming: null, outgoing: null },
    providers: [],
  };
  #hasFetched = false;
  /** Resolves when the check has ended, whichever way. */
  done: Promise<void> = Promise.resolve();

  /** Aborted when its owner ends the check. */
  get signal(): AbortSignal {
    return this.#cancelling.signal;
  }

  get progress(): number {
    return this.#progress.progress;
  }

  cancel(reason: Error): void {
    this.#cancelling.abort(reason);
  }

  /** Moves on to a phase, or within it; `within` is 0..1 of the phase. A step back is passed over. */
  report(phase: CheckPhase, within: number, more: Partial<Omit<CheckProgress, 'phase' | 'progress'>> = {}): void {
    if (PHASES.indexOf(phase) < PHASES.indexOf(this.#progress.phase)) return;
    const part = Math.min(1, Math.max(0, within));
    this.#hasFetched ||= phase === 'fetching';
    const done = phase === 'fetching' ? part * FETCHING : this.#hasFetched ? FETCHING + (1 - FETCHING) * part : part;
    const progress = Math.max(this.#progress.progress, done);
    this.#progress = { ...this.#progress, ...more, phase, progress };
    this.#tell({ event: 'progress', data: this.#progress });
  }

  found(facts: CheckFirstFacts): void {
    this.#facts = facts;
    this.#tell({ event: 'facts', data: facts });
  }

  /** Tells what is known now, then what changes; returns how to stop. */
  listen(listener: (event: Heard) => void): () => void {
    this.#listeners.add(listener);
    if (this.#facts !== null) listener({ event: 'facts', data: this.#facts });
    listener({ event: 'progress', data: this.#progress });
    return () => this.#listeners.delete(listener);
  }

  #tell(event: Heard): void {
    for (const listener of this.#listeners) listener(event);
  }
}
