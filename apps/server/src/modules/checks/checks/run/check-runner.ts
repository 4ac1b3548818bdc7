import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorName } from '@assay/contracts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import { inService } from '../../../../platform/kernel/scope.ts';
import { Semaphore } from '../../../../platform/kernel/semaphore.ts';
import { keepLease } from '../../../../platform/kernel/time/keep-lease.ts';
import { type Repetition, untilAborted, within } from '../../../../platform/kernel/time/timing.ts';
import { currentSpan, inSpan } from '../../../../platform/kernel/tracing.ts';
import type { Gathering } from '../../../chains/index.ts';
import { type AdmissionSlot, AdmissionSlots } from '../begin/admission-slots.ts';
import { awaitReadiness, type Readiness } from '../begin/await-readiness.ts';
import { type CheckSubject, LEASE_MS } from '../begin/begin-check.ts';
import { type EndPorts, failCheck, finishCheck } from '../begin/end-check.ts';
import { type HandOverPorts, handOverCheck } from '../begin/hand-over.ts';
import { logNameOf } from '../begin/log-name.ts';
import { RunningCheck } from '../begin/running-check.ts';
import type { ChecksOwner } from '../checks.policy.ts';
import type { CheckWatch, EndedCheck, WithSnapshot } from '../checks.ports.ts';
import { type CheckOutcome, type ComputePorts, computeCheck } from '../compute/compute-check.ts';
import type { PaymentRules } from '../payment/compute-payment.ts';
import { rateNamedPayment } from '../payment/rate-named-payment.ts';
import type { StoredCheck } from '../stored/checks.store.ts';
import { computeResult, type ResultOutcome, type ResultPorts } from '../version-3/compute-result.ts';
import { type PreparedCheck, type PreparePorts, prepareCheck } from './prepare-check.ts';

interface AwayPorts {
  /** Whether the error reports that the database is away, such as while it restarts. */
  readonly isDatabaseAway: (error: unknown) => boolean;
  /** Called once for a step. */
  readonly onAway: (error: unknown) => void;
}

export interface RunnerPorts
  extends ComputePorts,
    PreparePorts,
    EndPorts,
    HandOverPorts,
    Pick<AwayPorts, 'isDatabaseAway'> {
  readonly store: EndPorts['store'];
  readonly readiness: () => Promise<Readiness>;
  /** Without them no transaction is checked. */
  readonly payments?: PaymentRules;
  /** Rates addresses by version 3 of the method where it is on; else they are rated as `engine` does. */
  readonly resultsBy3?: (Pick<ResultPorts, 'withSnapshot' | 'reviewedList'> & { readonly isOn: boolean }) | undefined;
  /** Default: nobody. */
  readonly watch?: CheckWatch;
  /** Whether the error reports that the disk of the database is full. */
  readonly isStorageFull: (error: unknown) => boolean;
}

export interface RunnerLimits {
  /** How many checks may walk, and how many others may wait. */
  readonly slots: { readonly running: number; readonly waiting: number };
  /** Reading mostly waits for providers and keeps no database connection, so more checks may read than walk. */
  readonly readingsAtOnce: number;
  readonly readyWithinMs: number;
  readonly giveUpAfterMs: number;
  readonly renewEveryMs: number;
}

const READINESS_LOOK_MS = 250;

/** What becomes of the checks that still run when a process closes. */
export type AtClose = 'fail' | 'hand over';

/**
 * Runs the checks of this process, each from its start to its stored end, within the limits of this process. It knows
 * which checks run here, and ends them when the process closes.
 */
export class CheckRunner {
  readonly #ports: RunnerPorts;
  readonly #limits: RunnerLimits;
  readonly #admission: AdmissionSlots;
  readonly #readings: Semaphore;
  readonly #walks: Semaphore;
  readonly #running = new Map<string, RunningCheck>();
  readonly #closing = new AbortController();
  #atClose: AtClose = 'fail';

  constructor(ports: RunnerPorts, limits: RunnerLimits) {
    const { slots, readingsAtOnce } = limits;
    this.#ports = ports;
    this.#limits = limits;
    this.#admission = new AdmissionSlots(slots.running + slots.waiting);
    this.#readings = new Semaphore(readingsAtOnce);
    this.#walks = new Semaphore(slots.running);
  }

  /** Aborted when this process ends its checks, or hands them over. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** A slot for one check of this owner, not taken yet. */
  slotFor(owner: ChecksOwner): AdmissionSlot {
    return this.#admission.of(owner);
  }

  /** A check that runs in this process; null for any other. */
  find(subId: string): RunningCheck | null {
    return this.#running.get(subId) ?? null;
  }

  /** Starts a check that is stored as running. Its slot is released when the check has ended. */
  start(subId: string, subject: CheckSubject, slot: AdmissionSlot): void {
    const check = new RunningCheck();
    inService('running checks', () => {
      const lease = this.#keepLease(subId, check);
      const facts = { 'assay.asset': subject.asset.ticker, 'assay.network': subject.asset.network ?? 'none' };
      check.done = inSpan('run check', facts, () => this.#run(subId, subject, check)).finally(() => {
        void lease.stop();
        this.#running.delete(subId);
        slot.leave();
      });
    });
    this.#running.set(subId, check);
  }

  /** Waits `graceMs` for the running checks, then hands the others over, or fails them and releases their reservations. */
  async close(graceMs: number, atClose: AtClose): Promise<void> {
    this.#atClose = atClose;
    await within(graceMs, this.#allDone());
    this.#closing.abort(new Error('the service is closing'));
    await this.#allDone();
  }

  /** Never rejects: every error ends as a failed check whose reservation is released, or as one handed over. */
  async #run(subId: string, subject: CheckSubject, check: RunningCheck): Promise<StoredCheck | null> {
    // A timer that can be cleared: AbortSignal.timeout would keep the signals of an ended check until it expires.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('it took too long')), this.#limits.giveUpAfterMs);
    const giveUp = AbortSignal.any([this.#closing.signal, check.signal, late.signal]);
    const { log, isDatabaseAway } = this.#ports;
    const onAway = (err: unknown) => log.warn({ err, check: logNameOf(subId) }, 'a check waits for the database');
    const again = <T>(step: () => Promise<T>) => againWhileAway(giveUp, { isDatabaseAway, onAway }, step);
    const begun = performance.now();
    let source: EndedCheck['source'] = null;
    const reportEnd = (end: Pick<EndedCheck, 'outcome' | 'failure'>) => {
      currentSpan()?.setAttributes({ 'assay.outcome': end.outcome, 'assay.source': source ?? 'none' });
      this.#ports.watch?.({ ...end, source, ms: performance.now() - begun });
    };
    try {
      await again(() => this.#untilReady(check, giveUp));
      const now = this.#ports.clock.now();
      const prepared = await again(() =>
        this.#readings.run(giveUp, () => untilAborted(giveUp, prepareCheck(this.#ports, subject, now, check, giveUp))),
      );
      source = readingOf(prepared) === null ? 'imported' : 'on demand';
      const outcome = await again(() => untilAborted(giveUp, this.#compute(subject, now, check, giveUp, prepared)));
      check.report('assessing', 0.5);
      const stored = await again(() =>
        finishCheck(this.#ports, subId, outcome, readingOf(prepared), check.wantsBalance),
      );
      reportEnd({ outcome: stored.riskscore === 0 ? 'not rated' : 'rated', failure: null });
      return stored;
    } catch (error) {
      reportEnd(await this.#endWithoutResult(subId, check, error));
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async #endWithoutResult(
    subId: string,
    check: RunningCheck,
    error: unknown,
  ): Promise<Pick<EndedCheck, 'outcome' | 'failure'>> {
    const { log, serverId } = this.#ports;
    if (check.signal.aborted) {
      await failCheck(this.#ports, subId, 'CheckCancelled', serverId);
      return { outcome: 'cancelled', failure: null };
    }
    if (this.#closing.signal.aborted && this.#atClose === 'hand over') {
      await handOverCheck(this.#ports, subId);
      return { outcome: 'handed over', failure: null };
    }
    log.error({ err: error, check: logNameOf(subId) }, 'check failed');
    const failure = this.#failureOf(error);
    await failCheck(this.#ports, subId, failure, serverId);
    return { outcome: 'failed', failure };
  }

  #failureOf(error: unknown): ErrorName {
    if (error instanceof AppError) return error.errorName;
    return this.#ports.isStorageFull(error) ? 'StorageFull' : 'CheckFailed';
  }

  #untilReady(check: RunningCheck, signal: AbortSignal): Promise<void> {
    return awaitReadiness(this.#ports.readiness, {
      signal,
      withinMs: this.#limits.readyWithinMs,
      lookEveryMs: READINESS_LOOK_MS,
      onWaiting: () => check.report('loading', 0),
    });
  }

  /** Issuers and price providers are awaited without a slot, so that a slow one does not block other walks. */
  #compute(
    { asset, address, payment }: CheckSubject,
    now: Date,
    check: RunningCheck,
    signal: AbortSignal,
    prepared: PreparedCheck,
  ): Promise<CheckOutcome | ResultOutcome> {
    const inSlot = <T>(work: () => Promise<T>) => this.#walks.run(signal, () => untilAborted(signal, work()));
    const onProgress = (progress: number) => check.report('walking', progress);
    if (payment !== undefined) {
      const named = { asset, address, payment, onChain: prepared.onChain ?? null, now, signal, onProgress };
      return rateNamedPayment(this.#ports, inSlot, named);
    }
    const { resultsBy3, prices, freezes } = this.#ports;
    const by3 = resultsBy3?.isOn === true ? resultsBy3 : undefined;
    const withSnapshot: WithSnapshot = (ofAsset, work, about) =>
      inSlot(() => (by3 ?? this.#ports).withSnapshot(ofAsset, work, about));
    if (by3 !== undefined) {
      const { reviewedList } = by3;
      const asked = { asset, address, now, signal, onProgress };
      return computeResult({ withSnapshot, prices, freezes, reviewedList }, asked, prepared);
    }
    return computeCheck({ ...this.#ports, withSnapshot }, asset, address, now, signal, onProgress, prepared);
  }

  /** A check that was cancelled, failed or taken over through another server ends here, so that its slot becomes free. */
  #keepLease(subId: string, check: RunningCheck): Repetition {
    const { db, store, log, serverId } = this.#ports;
    return keepLease({
      leaseMs: LEASE_MS,
      everyMs: this.#limits.renewEveryMs,
      renew: () => store.renewLease(db, subId, LEASE_MS, check.progress, serverId),
      onLost: () => check.cancel(new Error('it was given up through another server')),
      // Where it was ended meanwhile, its result is refused.
      onFailure: (error) => log.warn({ err: error, check: logNameOf(subId) }, 'lease could not be renewed'),
    });
  }

  async #allDone(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }
}

/** What was read on demand for a check, of its address or its payment. */
function readingOf({ gathering = null, onChain }: PreparedCheck): Gathering | null {
  return onChain?.gathering ?? gathering;
}

const DATABASE_AWAY_PAUSE_MS = 250;

/**
 * Does one step of a check, and does it again for as long as the database is away. A step that was stored although its
 * answer was lost must fail when it is done again.
 *
 * @throws what the step throws for another reason, and the reason of the signal
 */
async function againWhileAway<T>(
  signal: AbortSignal,
  { isDatabaseAway, onAway }: AwayPorts,
  step: () => Promise<T>,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await step();
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error;
      if (isFirst) onAway(error);
      await sleep(DATABASE_AWAY_PAUSE_MS, undefined, { signal });
    }
  }
}
