import type { ConfirmedCheck, RecoveryStateData } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import { AppError, tooManyRequests } from '../../../platform/kernel/app-error.ts';
import { findLink } from '../auth/links/magic-links.store.ts';
import type { PendingSignIn } from '../auth/pending-sign-ins.store.ts';
import type { Renewed } from '../auth/sessions.service.ts';
import { endSessionsOf } from '../auth/sessions.store.ts';
import { findUser } from '../auth/users.store.ts';
import { lockFactors } from '../factors/factors.store.ts';
import { resetFactors } from '../factors/reset-factors.ts';
import {
  endRecovery,
  findOpenRecovery,
  insertRecovery,
  type Recovery,
  timeOfLastEnd,
  timeOfNthRecovery,
} from './recoveries.store.ts';
import { COMPLETE_WITHIN_MS, NEXT_AFTER_MS, RECOVERIES_AT_MOST, REMIND_EVERY_MS } from './recovery.policy.ts';
import type { RecoveryDeps } from './recovery.ports.ts';
import { buildRecoveryReports } from './recovery-reports.ts';

/**
 * Recovery by mail of who has lost all factors and recovery codes. It waits, so that the owner can object; until it is
 * completed it opens nothing.
 */
export interface RecoveryService {
  /** @throws AppError SignInExpired */
  read(secondStepToken: string): Promise<RecoveryStateData>;
  /**
   * Begins a recovery; one that is under way goes on as it is.
   *
   * @throws AppError SignInExpired, RecoveryNotOffered, TooManyRequests
   */
  begin(secondStepToken: string): Promise<RecoveryStateData>;
  /**
   * Removes all factors and recovery codes, ends all sessions and opens one. The link of the login must have been asked
   * for after the waiting period.
   *
   * @throws AppError SignInExpired, RecoveryNotOffered, RecoveryNotReady
   */
  complete(secondStepToken: string): Promise<{ readonly signedIn: Renewed; readonly check: ConfirmedCheck | null }>;
  /** Cancels what is under way: a factor was given. The factors of the account must be locked. */
  cancelByFactor(tx: Db, sub: string): Promise<void>;
  /** The same for the link of a mail; false when the recovery is over. */
  cancelByLink(tx: Db, sub: string, id: string): Promise<boolean>;
}

export function buildRecoveryService(deps: RecoveryDeps): RecoveryService {
  const { db, clock, secondStep } = deps;
  const reports = buildRecoveryReports(deps);

  /** The login and its account. A recovery needs a login by a link: it is the mailbox that it trusts. */
  async function waiting(source: Db, token: string) {
    const pending = await secondStep.read(source, token);
    const user = await findUser(source, pending.sub);
    if (user === null) throw new AppError('SignInExpired');
    return { pending, user, isOffered: pending.method === 'link' && !deps.isAdministrator(user) };
  }

  async function canComplete(source: Db, recovery: Recovery, { linkId }: PendingSignIn): Promise<boolean> {
    const link = linkId === null ? null : await findLink(source, linkId);
    const now = clock.now();
    return link !== null && link.createdAt >= recovery.readyAt && now >= recovery.readyAt && now < recovery.expiresAt;
  }

  async function stateOf(
    source: Db,
    { pending, isOffered }: { readonly pending: PendingSignIn; readonly isOffered: boolean },
  ): Promise<RecoveryStateData> {
    const open = isOffered ? await findOpenRecovery(source, pending.sub) : null;
    // One that expired is ended by the next regular work.
    const recovery = open !== null && open.expiresAt > clock.now() ? open : null;
    return {
      is_offered: isOffered,
      wait_hours: deps.waitMs / 3_600_000,
      recovery:
        recovery === null
          ? null
          : {
              begun_at: recovery.begunAt.toISOString(),
              ready_at: recovery.readyAt.toISOString(),
              expires_at: recovery.expiresAt.toISOString(),
              can_complete: await canComplete(source, recovery, pending),
            },
    };
  }

  /** The recovery under way; one that expired is ended first. */
  async function underWay(tx: Db, sub: string): Promise<Recovery | null> {
    const open = await findOpenRecovery(tx, sub);
    if (open === null || open.expiresAt > clock.now()) return open;
    await endRecovery(tx, open.id, 'expired', clock.now());
    await reports.ended(tx, open, 'expired');
    return null;
  }

  async function cancel(tx: Db, recovery: Recovery, why: 'factor' | 'link'): Promise<boolean> {
    if (!(await endRecovery(tx, recovery.id, 'cancelled', clock.now()))) return false;
    await reports.ended(tx, recovery, why);
    return true;
  }

  return {
    async read(token) {
      return stateOf(db, await waiting(db, token));
    },

    async begin(token) {
      const { pending } = await waiting(db, token);
      return deps.transaction(async (tx) => {
        await lockFactors(tx, pending.sub);
        const found = await waiting(tx, token);
        if (!found.isOffered) throw new AppError('RecoveryNotOffered');
        if ((await underWay(tx, pending.sub)) === null) {
          const now = clock.now();
          const waitSeconds = await limitOf(tx, pending.sub, now);
          if (waitSeconds !== null) throw tooManyRequests(waitSeconds);
          const readyAt = new Date(now.getTime() + deps.waitMs);
          const recovery = {
            id: deps.newId(),
            sub: pending.sub,
            begunAt: now,
            readyAt,
            expiresAt: new Date(readyAt.getTime() + COMPLETE_WITHIN_MS),
          };
          await insertRecovery(tx, recovery, new Date(Math.min(readyAt.getTime(), now.getTime() + REMIND_EVERY_MS)));
          await reports.begun(tx, recovery);
        }
        return stateOf(tx, found);
      });
    },

    async complete(token) {
      const { pending } = await waiting(db, token);
      const { sub } = pending;
      const signedIn = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        const { isOffered } = await waiting(tx, token);
        if (!isOffered) throw new AppError('RecoveryNotOffered');
        const recovery = await underWay(tx, sub);
        if (recovery === null || !(await canComplete(tx, recovery, pending))) throw new AppError('RecoveryNotReady');
        const now = clock.now();
        await endRecovery(tx, recovery.id, 'completed', now);
        await resetFactors(tx, sub);
        await endSessionsOf(tx, sub, now);
        const opened = await secondStep.finishRecovered(tx, pending);
        await reports.completed(tx, recovery);
        return opened;
      });
      return { signedIn, check: await deps.checkOf(signedIn.caller, pending) };
    },

    async cancelByFactor(tx, sub) {
      const recovery = await findOpenRecovery(tx, sub);
      if (recovery !== null) await cancel(tx, recovery, 'factor');
    },

    async cancelByLink(tx, sub, id) {
      const recovery = await findOpenRecovery(tx, sub);
      return recovery?.id === id && (await cancel(tx, recovery, 'link'));
    },
  };
}

/** Seconds until the account may begin a recovery; null: now. */
async function limitOf(tx: Db, sub: string, now: Date): Promise<number | null> {
  const { most, withinMs } = RECOVERIES_AT_MOST;
  const lastEnd = await timeOfLastEnd(tx, sub);
  const oldestOfMost = await timeOfNthRecovery(tx, sub, new Date(now.getTime() - withinMs), most);
  const freeAt = Math.max(
    lastEnd === null ? 0 : lastEnd.getTime() + NEXT_AFTER_MS,
    oldestOfMost === null ? 0 : oldestOfMost.getTime() + withinMs,
  );
  return freeAt <= now.getTime() ? null : Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
}
