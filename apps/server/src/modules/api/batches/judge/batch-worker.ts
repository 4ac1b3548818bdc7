import type { PauseReason } from '@assay/contracts/v1';
import type { Db } from '../../../../platform/db/index.ts';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import { inService, inWorkspace } from '../../../../platform/kernel/scope.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import { keepLease } from '../../../../platform/kernel/time/keep-lease.ts';
import { everyWhile, type Repetition, within } from '../../../../platform/kernel/time/timing.ts';
import { type BatchEvent, recordBatchEvent } from '../batch-resource.ts';
import type { BatchTestChecks, ClaimedSubject, SubjectEnd } from '../batches.ports.ts';
import type { BatchesStore } from '../batches.store.ts';
import { BatchJudge, type BatchJudgePorts } from './batch-judge.ts';
import type { BatchWorkStore } from './batch-work.store.ts';
import { type Checked, type CheckSubjectPorts, checkSubject } from './check-subject.ts';

export interface BatchWorkerPorts
  extends Omit<BatchJudgePorts, 'store' | 'testChecks'>,
    Omit<CheckSubjectPorts, 'begun'> {
  readonly db: Db;
  readonly testChecks: Pick<BatchTestChecks, 'assertKnown' | 'check'>;
  readonly store: BatchesStore;
  readonly work: BatchWorkStore;
  readonly clock: Clock;
  /** Identifies this process. */
  readonly serverId: string;
  readonly checksLeft: (workspace: string) => Promise<number>;
  /** Whether a workspace may have another answer without a charge today. */
  readonly hasUnchargedLeft: (workspace: string) => Promise<boolean>;
  readonly log: Pick<Log, 'error'>;
}

export interface BatchWorkerLimits {
  /** Addresses of batches that this process checks at a time. */
  readonly lanes: number;
  readonly leaseMs: number;
}

const LOOK_MS = 1_000;
const BETWEEN_LOOKS_MS = 10;
const UPKEEP_MS = 5_000;
const AFTER_FAULT_MS = 5_000;
/** Until an address is asked again that found no credit where there is one now. */
const AFTER_CREDIT_MS = 200;

/**
 * Works on batches in this process: always on the batch that waited longest, one address at a time in each of few lanes.
 * So a batch gets the share of a single check, and the other slots of the server stay free for those.
 */
export class BatchWorker {
  readonly #ports: BatchWorkerPorts;
  readonly #limits: BatchWorkerLimits;
  readonly #judge: BatchJudge;
  readonly #active = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #repetitions: readonly Repetition[] = [];
  #wake = Promise.withResolvers<void>();

  constructor(ports: BatchWorkerPorts, limits: BatchWorkerLimits) {
    this.#ports = ports;
    this.#limits = limits;
    this.#judge = new BatchJudge(ports, () => this.wake());
  }

  start(): void {
    const { signal } = this.#stopping;
    this.#judge.start();
    this.#repetitions = [
      everyWhile(BETWEEN_LOOKS_MS, signal, () => this.#guarded(() => this.look())),
      keepLease({
        leaseMs: this.#limits.leaseMs,
        renew: () => this.#renew(),
        onFailure: (error) => this.#report(error),
      }),
      everyWhile(UPKEEP_MS, signal, () => this.#guarded(() => this.upkeep())),
    ];
  }

  /** There may be new work. */
  wake(): void {
    this.#wake.resolve();
    this.#judge.wake();
  }

  /** Takes no other address; resolves when those under way have ended or were put back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await Promise.all([this.#judge.stop(), ...this.#repetitions.map((one) => one.stop())]);
    await Promise.all(this.#active);
  }

  /** Works until nothing is left to be taken, then waits for a wake, a second at most. */
  async look(): Promise<void> {
    this.#wake = Promise.withResolvers<void>();
    while (!this.#stopping.signal.aborted) {
      if (this.#active.size >= this.#limits.lanes) {
        await Promise.race(this.#active);
        continue;
      }
      const subject = await this.#claim();
      if (subject === null) break;
      const running = this.#run(subject).finally(() => this.#active.delete(running));
      this.#active.add(running);
    }
    if (!this.#stopping.signal.aborted) await within(LOOK_MS, this.#wake.promise);
  }

  /** Takes up what ended servers left, and paused batches whose reason is gone. */
  async upkeep(): Promise<void> {
    const { work, store, db } = this.#ports;
    await inService('batches', async () => {
      await work.recover(db);
      await work.cancelLeft(db);
      for (const batch of await store.paused(db)) {
        if (batch.pauseReason !== null && (await this.#mayGoOn({ ...batch, reason: batch.pauseReason }))) {
          await store.resume(db, batch.id);
        }
      }
    });
  }

  async #mayGoOn({ workspace, reason, pausedAt }: { workspace: string; reason: PauseReason; pausedAt: Date }) {
    const now = this.#ports.clock.now().toISOString();
    switch (reason) {
      case 'insufficient_checks':
        return (await this.#ports.checksLeft(workspace)) > 0;
      case 'key_limit_reached':
        return now.slice(0, 7) > pausedAt.toISOString().slice(0, 7);
      case 'uncharged_limit':
        return this.#ports.hasUnchargedLeft(workspace);
    }
  }

  #claim(): Promise<ClaimedSubject | null> {
    const { transaction, work, serverId } = this.#ports;
    return inService('batches', () => transaction((tx) => work.claim(tx, serverId, this.#limits.leaseMs)));
  }

  /** Never rejects: a fault is logged, and the subject waits for its lease to end or is put back. */
  async #run(subject: ClaimedSubject): Promise<void> {
    const { log } = this.#ports;
    try {
      const end = await inWorkspace(subject.workspace, () =>
        subject.mode === 'test' ? this.#checkTest(subject) : this.#checkLive(subject),
      );
      if (end.is === 'paused') await this.#pause(subject, end.reason);
      else await this.#settle(subject, end.end);
    } catch (error) {
      log.error({ err: error }, 'an address of a batch could not be checked');
      await this.#guarded(() => this.#settle(subject, { state: 'waiting', waitMs: AFTER_FAULT_MS, isAttempt: false }));
    }
  }

  async #checkLive(subject: ClaimedSubject): Promise<Checked> {
    const { transaction, work, serverId } = this.#ports;
    const begun = (check: { readonly subId: string; readonly apiCheck: string | null }) =>
      inService('batches', () => transaction((tx) => work.begun(tx, subject, serverId, check)));
    return checkSubject({ ...this.#ports, begun }, subject);
  }

  async #checkTest(subject: ClaimedSubject): Promise<Checked> {
    const { testChecks, work, serverId } = this.#ports;
    const begun = (tx: Db, testCheck: string) => work.begunTest(tx, subject, serverId, testCheck);
    return { is: 'ended', end: await testChecks.check(subject, begun) };
  }

  async #settle(subject: ClaimedSubject, end: SubjectEnd): Promise<void> {
    const { transaction, work, serverId, clock } = this.#ports;
    await inService('batches', () =>
      transaction(async (tx) => {
        const now = clock.now();
        const isCompleted = await work.settle(tx, subject, serverId, end, now);
        if (isCompleted) await this.#record(tx, 'batch.completed', subject, now);
      }),
    );
  }

  async #pause(subject: ClaimedSubject, reason: PauseReason): Promise<void> {
    const { transaction, store, work, serverId, clock } = this.#ports;
    await inService('batches', () =>
      transaction(async (tx) => {
        const now = clock.now();
        // Credits may have come since this address found none: a batch that was let go on must not be paused again.
        const isOver = await this.#mayGoOn({ workspace: subject.workspace, reason, pausedAt: now });
        const isPaused = !isOver && (await store.pause(tx, subject.batch, reason, now));
        const waitMs = isOver ? AFTER_CREDIT_MS : 0;
        await work.settle(tx, subject, serverId, { state: 'waiting', waitMs, isAttempt: false }, now);
        if (isPaused) await this.#record(tx, 'batch.paused', subject, now);
      }),
    );
  }

  #record(tx: Db, type: BatchEvent, owner: ClaimedSubject, at: Date): Promise<void> {
    return recordBatchEvent(tx, this.#ports.store, type, { owner, id: owner.batch, at });
  }

  /** Of all that this server works on; which of them others have taken over shows when it is settled. */
  async #renew(): Promise<true> {
    const { work, db, serverId } = this.#ports;
    await inService('batches', () => work.renewLeases(db, serverId, this.#limits.leaseMs));
    return true;
  }

  #report(error: unknown): void {
    if (error instanceof AppError && error.errorName === 'Overloaded') return;
    if (!this.#stopping.signal.aborted) this.#ports.log.error({ err: error }, 'the work on batches failed');
  }

  async #guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#report(error);
    }
  }
}
