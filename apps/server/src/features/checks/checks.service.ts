import type { CheckChanges, CheckRequest, ErrorName } from '@assay/contracts';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/index.ts';
import { untilAborted, within } from '../../timing.ts';
import { type BeginPorts, beginCheck, type CheckSubject, LEASE_MS, resolveSubject } from './begin-check.ts';
import { changesBetween } from './check-changes.ts';
import { type ChecksOwner, isOpenTo, keepsCharge } from './checks.policy.ts';
import type { ChecksLog, WithSnapshot } from './checks.ports.ts';
import { assetOf, failureOf } from './checks.presenter.ts';
import type { StoredCheck } from './checks.store.ts';
import { askFreeze, type ComputePorts, computeCheck, type Prepared } from './compute-check.ts';
import { readFirstFacts } from './first-facts.ts';
import { faultsOf, type LiveReader } from './live-reading.ts';
import { RunSlots } from './run-slots.ts';
import { RunningCheck } from './running-check.ts';

export interface ChecksDeps extends BeginPorts, ComputePorts {
  /** For single statements outside a transaction. */
  readonly db: Db;
  readonly log: ChecksLog;
  /** Chains read live; without it only imported records answer. */
  readonly live?: LiveReader;
  /** A request waits this long for its result before it gets the id alone; default 14.5 s. */
  readonly answerWithinMs?: number;
  /** No check works longer than this; default 5 minutes. */
  readonly giveUpAfterMs?: number;
  readonly renewEveryMs?: number;
  readonly slots?: { readonly running: number; readonly waiting: number };
  /** Checks that read chains and lists at a time; default 16. */
  readonly readingsAtOnce?: number;
}

export interface RunCheckOptions {
  readonly idempotencyKey?: string | null;
  /** Default: the service's `answerWithinMs`. Infinity waits for the end. */
  readonly answerWithinMs?: number;
}

export interface ChecksService {
  /**
   * Checks one address (docs/ARCHITECTURE.md, the walk of one check). Answers the finished check, or the running one
   * when it takes longer than a request may wait; it then goes on by itself.
   *
   * @throws AppError UnknownAsset, InvalidAddress, NotEnoughChecks, IdempotencyKeyReused, Overloaded, CheckFailed
   */
  runCheck(owner: ChecksOwner, request: CheckRequest, options?: RunCheckOptions): Promise<StoredCheck>;
  /**
   * Reads a check for the service itself, revoked or not. What a visitor asks for goes through `openCheck`.
   *
   * @throws AppError NotFound
   */
  readCheck(subId: string): Promise<StoredCheck>;
  /**
   * A check for whoever has its id; a revoked one for its owner only. `reader` is null for guests.
   *
   * @throws AppError NotFound
   */
  openCheck(subId: string, reader: string | null): Promise<StoredCheck>;
  /**
   * Revokes or restores the sharing of an owner's check.
   *
   * @throws AppError NotFound, also where it is somebody else's
   */
  setShared(subId: string, owner: string, isShared: boolean): Promise<StoredCheck>;
  /** How a check that runs in this process is doing; null for any other. */
  runningCheck(subId: string): Pick<RunningCheck, 'listen' | 'done'> | null;
  /**
   * Ends a running check of this owner; nothing is spent. Answers the state it has then.
   *
   * @throws AppError NotFound, also where it is somebody else's
   */
  cancelCheck(subId: string, owner: string): Promise<StoredCheck>;
  /**
   * What is different from the last result of the same owner, address and asset; null for anybody but the owner, and
   * where there is none.
   */
  changesOf(check: StoredCheck, reader: string | null): Promise<CheckChanges | null>;
  /** Gives up checks whose process is gone and gives them back; at the start and every few seconds. */
  recoverInterrupted(): Promise<number>;
  /** Stops taking work, gives running checks a moment, ends the rest and gives them back. */
  close(graceMs: number): Promise<void>;
}

const SUB_ID = /^[0-9a-f]{32}$/;

export function buildChecksService(deps: ChecksDeps): ChecksService {
  const { db, store, balance, clock, log } = deps;
  const { answerWithinMs = 14_500, giveUpAfterMs = 300_000, renewEveryMs = LEASE_MS / 3 } = deps;
  const limits = deps.slots ?? { running: 3, waiting: 60 };
  const slots = new RunSlots(limits.running);
  // Reading waits for others more than it works; a place here holds no connection.
  const readings = new RunSlots(deps.readingsAtOnce ?? 16);
  const running = new Map<string, RunningCheck>();
  const closing = new AbortController();

  async function readCheck(subId: string): Promise<StoredCheck> {
    // Never asks the database for an id that cannot be one.
    const check = SUB_ID.test(subId) ? await store.find(db, subId) : null;
    if (check === null) throw new AppError('NotFound');
    const progress = running.get(subId)?.progress;
    return progress === undefined ? check : { ...check, progress };
  }

  /** Where nothing imported answers: lists and the issuer first, then the chain, all before the check takes a place. */
  async function prepare(
    subject: CheckSubject,
    now: Date,
    check: RunningCheck,
    signal: AbortSignal,
  ): Promise<Prepared> {
    const { asset, address } = subject;
    if (deps.live?.canAsk(asset) !== true) return {};
    const { isImported, facts } = await readFirstFacts(deps, asset, address, now);
    check.report('facts', 0.02);
    check.found(facts);
    if (isImported) return {};
    const freeze = askFreeze(deps, asset, address, now, signal);
    freeze.then(
      (answer) => check.found({ ...facts, issuer_freeze: answer }),
      // The check itself awaits the answer, and hears of a failure.
      () => undefined,
    );
    const gathering = await deps.live.gather(asset, address, {
      signal,
      onProgress: ({ calls, explained, providers }) =>
        check.report('fetching', calls.made / calls.budget, { calls, explained, providers: [...providers] }),
    });
    if (gathering.faults.length > 0) log.warn({ err: new Error(faultsOf(gathering)) }, 'a source did not answer');
    return { freeze, gathering };
  }

  /** Never rejects: whatever goes wrong ends as a failed check whose reservation is released. */
  async function finishCheck(subId: string, subject: CheckSubject, check: RunningCheck) {
    // A timer that can be ended: AbortSignal.timeout would keep the signals of an ended check until it runs out.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('it took too long')), giveUpAfterMs);
    const giveUp = AbortSignal.any([closing.signal, check.signal, late.signal]);
    try {
      const now = clock.now();
      const prepared = await readings.run(giveUp, () => untilAborted(giveUp, prepare(subject, now, check, giveUp)));
      const { asset, address } = subject;
      const report = (progress: number) => check.report('walking', progress);
      // Issuers and price providers are waited for outside the place: a slow one keeps nobody else from walking.
      const withSnapshot: WithSnapshot = (place, work) =>
        slots.run(giveUp, () => untilAborted(giveUp, deps.withSnapshot(place, work)));
      const { computed, basis } = await untilAborted(
        giveUp,
        computeCheck({ ...deps, withSnapshot }, asset, address, now, giveUp, report, prepared),
      );
      check.report('assessing', 0.5);
      await deps.transaction(async (tx) => {
        const finishedAt = clock.now();
        const stored = await store.find(tx, subId);
        const charged = stored?.charged === true && keepsCharge(computed.riskscore);
        const stands = await store.finish(tx, subId, {
          result: JSON.stringify(computed),
          basis: JSON.stringify(basis),
          riskscore: computed.riskscore,
          charged,
          methodVersion: computed.method_version,
          labelSetVersion: computed.label_set_version,
          tipBlock: computed.tip?.block ?? null,
          tipTime: computed.tip?.time ?? null,
          finishedAt,
        });
        if (!stands) throw new Error(`Check ${subId} was given up while it ran`);
        if (prepared.gathering?.kind === 'records') {
          await store.saveCut(tx, subId, JSON.stringify(prepared.gathering.live.cut));
        }
        if (charged && !(await balance.take(tx, subId, finishedAt))) throw new Error(`Check ${subId} holds nothing`);
        if (!charged) await balance.release(tx, subId, finishedAt);
      });
    } catch (error) {
      const isCancelled = check.signal.aborted;
      if (!isCancelled) log.error({ err: error, subId }, 'check failed');
      await giveBack(subId, isCancelled ? 'CheckCancelled' : 'CheckFailed');
    } finally {
      clearTimeout(timer);
    }
  }

  async function giveBack(subId: string, failure: ErrorName): Promise<void> {
    try {
      await deps.transaction(async (tx) => {
        const now = clock.now();
        if (await store.fail(tx, subId, now, failure)) await balance.release(tx, subId, now);
      });
    } catch (error) {
      // The lease runs out and the next recovery does the same.
      log.error({ err: error, subId }, 'check could not be given back yet');
    }
  }

  function start(subId: string, subject: CheckSubject): Promise<void> {
    const check = new RunningCheck();
    const renewal = setInterval(() => {
      const leaseUntil = new Date(clock.now().getTime() + LEASE_MS);
      store.renewLease(db, subId, leaseUntil, check.progress).catch((error: unknown) => {
        log.warn({ err: error, subId }, 'lease could not be renewed');
      });
    }, renewEveryMs);
    check.done = finishCheck(subId, subject, check).finally(() => {
      clearInterval(renewal);
      running.delete(subId);
    });
    running.set(subId, check);
    return check.done;
  }

  return {
    readCheck,

    async openCheck(subId, reader) {
      const check = await readCheck(subId);
      if (!isOpenTo(check, reader)) throw new AppError('NotFound');
      return check;
    },

    async setShared(subId, owner, isShared) {
      const check = SUB_ID.test(subId) ? await store.setShared(db, subId, owner, isShared ? null : clock.now()) : null;
      if (check === null) throw new AppError('NotFound');
      return check;
    },

    async runCheck(owner, request, options = {}) {
      if (closing.signal.aborted) throw new AppError('Overloaded', { internal: 'the service is closing' });
      const subject = resolveSubject(deps.catalogue, request);
      if (running.size >= limits.running + limits.waiting) {
        throw new AppError('Overloaded', { internal: 'checks queue is full' });
      }
      const begun = await beginCheck(deps, owner, subject, options.idempotencyKey ?? null);
      const subId = begun.isNew ? begun.subId : begun.check.subId;
      const done = begun.isNew ? start(subId, subject) : running.get(subId)?.done;
      if (done !== undefined) await within(options.answerWithinMs ?? answerWithinMs, done);
      const check = await readCheck(subId);
      if (check.status === 'failed') throw new AppError(failureOf(check));
      return check;
    },

    runningCheck: (subId) => running.get(subId) ?? null,

    async cancelCheck(subId, owner) {
      const check = await readCheck(subId);
      if (check.owner !== owner) throw new AppError('NotFound');
      const here = running.get(subId);
      if (here !== undefined) {
        here.cancel(new Error('its owner ended the check'));
        await here.done;
      } else if (check.status === 'running') {
        // It runs in another process, which finds it given up when it is done.
        await giveBack(subId, 'CheckCancelled');
      }
      return readCheck(subId);
    },

    async changesOf(check, reader) {
      if (check.status !== 'done' || check.previous === null || check.owner !== reader) return null;
      const before = await store.find(db, check.previous);
      return before?.owner === reader ? changesBetween(assetOf(before), assetOf(check)) : null;
    },

    async recoverInterrupted() {
      return deps.transaction(async (tx) => {
        const now = clock.now();
        const failed = await store.failExpired(tx, now);
        for (const subId of failed) await balance.release(tx, subId, now);
        return failed.length;
      });
    },

    async close(graceMs) {
      const all = () => Promise.all([...running.values()].map(({ done }) => done)).then(() => undefined);
      await within(graceMs, all());
      closing.abort(new Error('the service is closing'));
      await all();
    },
  };
}
