import { setImmediate } from 'node:timers/promises';
import type { CheckAsset } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { MailSender, MailSettings } from '../../../platform/mail/index.ts';
import { decisionMail, recheckMail } from './dispute-mails.ts';
import type { PendingRecheck, RechecksStore } from './rechecks.store.ts';
import { restsOn } from './rests-on.ts';

export interface FollowDeps {
  readonly db: Db;
  readonly store: RechecksStore;
  /** Brings derived labels and the catalogue of entities up to date with the withdrawal. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
  /**
   * Checks an address again for an owner at no cost, once for a key: a second call returns the same check.
   *
   * @returns the new result; `isCharged` where the owner happened to run the same check themselves
   * @throws AppError
   */
  readonly recheck: (
    result: PendingRecheck,
    key: string,
  ) => Promise<{ readonly subId: string; readonly isCharged: boolean }>;
  /** Whom mails of an owner go to. */
  readonly emailsOf: (db: Db, owner: string) => Promise<readonly string[]>;
  readonly sender: MailSender;
  readonly settings: MailSettings;
}

/** Results looked at in one statement. */
const LOOKED_AT_ONCE = 1_000;
const MOST_ATTEMPTS = 3;

/**
 * Does what follows a decision: finds the results that rested on withdrawn labels, checks each again once, and notifies
 * their owners and the person who filed the dispute. Everything is noted in the database as it is done, so a call after
 * a kill goes on where the last one came to.
 */
export async function followDecision(deps: FollowDeps, dispute: number, signal: AbortSignal): Promise<void> {
  const { withdrawn, isListed } = await deps.store.stateOf(deps.db, dispute);
  if (withdrawn.length > 0) {
    await deps.refresh(signal);
    if (!isListed) await listResults(deps, dispute, withdrawn, signal);
    await recheckAll(deps, dispute, signal);
  }
  await notifyOwners(deps, dispute, signal);
  await mailDecision(deps, dispute);
}

async function listResults(
  { db, store }: FollowDeps,
  dispute: number,
  withdrawn: Awaited<ReturnType<RechecksStore['stateOf']>>['withdrawn'],
  signal: AbortSignal,
): Promise<void> {
  // As the name is written inside a result.
  const names = withdrawn.map(({ entity }) => JSON.stringify(entity));
  for (;;) {
    signal.throwIfAborted();
    const { subIds, until } = await store.nextNamed(db, dispute, names, LOOKED_AT_ONCE);
    const found: string[] = [];
    for (const subId of subIds) {
      const text = await store.resultOf(db, subId);
      if (text === null) continue;
      const result: CheckAsset = JSON.parse(text);
      if (withdrawn.some((label) => restsOn(result, label))) found.push(subId);
      await setImmediate();
    }
    await store.add(db, dispute, found, until);
    if (until === null) return;
  }
}

/** One after the other, so that the checks of users find free slots. */
async function recheckAll({ db, store, recheck }: FollowDeps, dispute: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const result = await store.next(db, dispute);
    if (result === null) return;
    const { subId } = result;
    if (result.isSuperseded) {
      await store.end(db, dispute, subId, 'superseded', null);
      continue;
    }
    try {
      const again = await recheck(result, `recheck:${dispute}:${subId}`);
      if (again.isCharged) await store.end(db, dispute, subId, 'superseded', null);
      else await store.end(db, dispute, subId, 'checked', again.subId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The service is busy: the job is tried again, and this attempt does not count.
      if (error.errorName === 'Overloaded' || error.errorName === 'LabelsNotLoaded') throw error;
      if (result.attempts + 1 >= MOST_ATTEMPTS) await store.end(db, dispute, subId, 'failed', null);
      else await store.tried(db, dispute, subId);
    }
  }
}

async function notifyOwners(deps: FollowDeps, dispute: number, signal: AbortSignal): Promise<void> {
  const { db, store, sender, settings } = deps;
  for (;;) {
    signal.throwIfAborted();
    const waiting = await store.nextToNotify(db, dispute);
    if (waiting === null) return;
    for (const to of await deps.emailsOf(db, waiting.owner)) {
      await sender.send(recheckMail(to, { dispute, ...waiting }, settings));
    }
    await store.notified(db, dispute, waiting.owner);
  }
}

async function mailDecision({ db, store, sender, settings }: FollowDeps, dispute: number): Promise<void> {
  const email = await store.unmailed(db, dispute);
  if (email === null) return;
  await sender.send(decisionMail(email, dispute, settings));
  await store.mailed(db, dispute);
}
