import type { CheckChanges, CheckRequest } from '@assay/contracts';
import { AppError } from '../../app-error.ts';
import type { Db } from '../../db/index.ts';
import { type BeginPorts, beginCheck, type CheckSubject, LEASE_MS, resolveSubject } from './begin-check.ts';
import { changesBetween } from './check-changes.ts';
import { type ChecksOwner, isOpenTo, keepsCharge } from './checks.policy.ts';
import type { ChecksLog } from './checks.ports.ts';
import { assetOf } from './checks.presenter.ts';
import type { StoredCheck } from './checks.store.ts';
import { type ComputePorts, computeCheck } from './compute-check.ts';
import { RunSlots } from './run-slots.ts';

export interface ChecksDeps extends BeginPorts, ComputePorts {
  /** For single statements outside a transaction. */
  readonly db: Db;
  readonly log: ChecksLog;
  /** A request waits this long for its result before it gets the id alone; default 10 s. */
  readonly answerWithinMs?: number;
  /** No check works longer than this; default 5 minutes. */
  readonly giveUpAfterMs?: number;
  readonly renewEveryMs?: number;
  readonly slots?: { readonly running: number; readonly waiting: number };
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
  const { answerWithinMs = 10_000, giveUpAfterMs = 300_000, renewEveryMs = LEASE_MS / 3 } = deps;
  const slots = new RunSlots(deps.slots ?? { running: 3, waiting: 60 });
  const running = new Map<string, { readonly done: Promise<void>; progress: number }>();
  const closing = new AbortController();

  async function readCheck(subId: string): Promise<StoredCheck> {
    // Never asks the database for an id that cannot be one.
    const check = SUB_ID.test(subId) ? await store.find(db, subId) : null;
    if (check === null) throw new AppError('NotFound');
    const progress = running.get(subId)?.progress;
    return progress === undefined ? check : { ...check, progress };
  }

  /** Never rejects: whatever goes wrong ends as a failed check whose reservation is released. */
  async function finishCheck(subId: string, subject: CheckSubject, report: (progress: number) => void) {
    const giveUp = AbortSignal.any([closing.signal, AbortSignal.timeout(giveUpAfterMs)]);
    try {
      await slots.run(async () => {
        giveUp.throwIfAborted();
        const now = clock.now();
        const { computed, basis } = await untilAborted(
          giveUp,
          computeCheck(deps, subject.asset, subject.address, now, giveUp, report),
        );
        await deps.transaction(async (tx) => {
          const finishedAt = clock.now();
          const check = await store.find(tx, subId);
          const charged = check?.charged === true && keepsCharge(computed.riskscore);
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
          if (charged && !(await balance.take(tx, subId, finishedAt))) throw new Error(`Check ${subId} holds nothing`);
          if (!charged) await balance.release(tx, subId, finishedAt);
        });
      });
    } catch (error) {
      log.error({ err: error, subId }, 'check failed');
      await giveBack(subId);
    }
  }

  async function giveBack(subId: string): Promise<void> {
    try {
      await deps.transaction(async (tx) => {
        const now = clock.now();
        if (await store.fail(tx, subId, now)) await balance.release(tx, subId, now);
      });
    } catch (error) {
      // The lease runs out and the next recovery does the same.
      log.error({ err: error, subId }, 'check could not be given back yet');
    }
  }

  function start(subId: string, subject: CheckSubject): Promise<void> {
    const state = { progress: 0, done: Promise.resolve() };
    const renewal = setInterval(() => {
      const leaseUntil = new Date(clock.now().getTime() + LEASE_MS);
      store.renewLease(db, subId, leaseUntil, state.progress).catch((error: unknown) => {
        log.warn({ err: error, subId }, 'lease could not be renewed');
      });
    }, renewEveryMs);
    const report = (progress: number) => {
      state.progress = progress;
    };
    state.done = finishCheck(subId, subject, report).finally(() => {
      clearInterval(renewal);
      running.delete(subId);
    });
    running.set(subId, state);
    return state.done;
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
      slots.assertRoom();
      const begun = await beginCheck(deps, owner, subject, options.idempotencyKey ?? null);
      const subId = begun.isNew ? begun.subId : begun.check.subId;
      const done = begun.isNew ? start(subId, subject) : running.get(subId)?.done;
      if (done !== undefined) await within(options.answerWithinMs ?? answerWithinMs, done);
      const check = await readCheck(subId);
      if (check.status === 'failed') throw new AppError('CheckFailed');
      return check;
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

/** Resolves when `work` does, at the latest after `ms`. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  if (ms === Number.POSITIVE_INFINITY) return work;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

/** `work`, or a rejection as soon as the signal says so, even where `work` does not listen to it. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
