import type { UndoneData, UndoStateData } from '@assay/contracts';
import { type Audit, currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { SecurityEvents } from '../../../platform/kernel/security-events/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import { endSession, endSessionsOf } from '../auth/sessions.store.ts';
import { deleteFactor, listFactors, lockFactors, type StoredFactor } from '../factors/factors.store.ts';
import { deleteCodesUntil } from '../factors/recovery-codes.store.ts';
import { findNotice, useNotice } from './account-notices.store.ts';
import type { AccountNotices } from './account-notices.ts';
import { EFFECTS, type Notice, type UndoEffect } from './notice.ts';
import type { NoticeTokens } from './notice-tokens.ts';

export interface UndoDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly tokens: NoticeTokens;
  readonly notices: AccountNotices;
  readonly audit: Audit;
  readonly securityEvents: SecurityEvents;
  /** Cancels a recovery that is under way; false when it is over. */
  readonly cancelRecovery: (tx: Db, sub: string, id: string) => Promise<boolean>;
}

/** The links in mails about accounts. They work without signing in, once, and only ever make the account safer. */
export interface UndoService {
  /** What the link would do; uses nothing up. @throws AppError InvalidToken, TokenExpiredError */
  read(token: string): Promise<UndoStateData>;
  /** @throws AppError InvalidToken for one that was used, TokenExpiredError */
  use(token: string): Promise<UndoneData>;
}

type Effective = Notice & { readonly email: string; readonly effect: UndoEffect };

export function buildUndoService(deps: UndoDeps): UndoService {
  const { db, clock } = deps;

  async function noticeOf(source: Db, token: string): Promise<Effective> {
    const id = deps.tokens.read(token);
    const notice = id === null ? null : await findNotice(source, id);
    const effect = notice === null ? null : EFFECTS[notice.kind];
    if (notice === null || effect === null || notice.undoneAt !== null) throw new AppError('InvalidToken');
    if (notice.undoUntil === null || notice.undoUntil <= clock.now()) throw new AppError('TokenExpiredError');
    return { ...notice, effect };
  }

  async function endAll(tx: Db, { sub }: Notice): Promise<void> {
    await endSessionsOf(tx, sub, clock.now());
  }

  /** Does what the link is for, under the lock of the account's factors. */
  async function undo(tx: Db, notice: Effective): Promise<UndoneData['done']> {
    const { sub, target, effect } = notice;
    switch (effect) {
      case 'end_session': {
        const ended = { id: target ?? '', sub, reason: 'ended', now: clock.now() } as const;
        return (await endSession(tx, ended)) ? 'session_ended' : 'nothing_left';
      }
      case 'end_sessions':
        await endAll(tx, notice);
        return 'sessions_ended';
      case 'remove_factor': {
        await endAll(tx, notice);
        // Who reads the mailbox could else take the only factor away, and with it what the mailbox alone cannot do.
        const removed = await removeNewerFactor(tx, sub, target ?? '');
        switch (removed.kind) {
          case 'removed':
            await deps.notices.notify(tx, { sub, kind: 'factor_removed', detail: notice.detail ?? '' });
            return 'factor_removed';
          case 'kept':
            return 'factor_kept';
          case 'gone':
            return 'sessions_ended';
        }
        break;
      }
      case 'void_codes':
        await endAll(tx, notice);
        return (await deleteCodesUntil(tx, sub, notice.at)) > 0 ? 'codes_voided' : 'sessions_ended';
      case 'cancel_recovery':
        return (await deps.cancelRecovery(tx, sub, target ?? '')) ? 'recovery_cancelled' : 'nothing_left';
    }
  }

  return {
    async read(token) {
      const { kind, effect, email, detail, device, at } = await noticeOf(db, token);
      return { kind, effect, email, detail, device, at: at.toISOString() };
    },

    async use(token) {
      const { sub } = await noticeOf(db, token);
      const undone = await deps.transaction(async (tx) => {
        await lockFactors(tx, sub);
        const notice = await noticeOf(tx, token);
        if (!(await useNotice(tx, notice.id, clock.now()))) throw new AppError('InvalidToken');
        const done = await undo(tx, notice);
        await deps.audit(tx, {
          workspace: sub,
          actor: { kind: 'person', sub },
          action: 'notice.undo',
          target: { kind: 'notice', id: notice.id },
          from: currentOrigin(),
          text: done,
        });
        return { done };
      });
      deps.securityEvents.record({ name: 'account_recovery', change: 'undone_by_link' }, { kind: 'account', sub });
      return undone;
    },
  };
}

type NewerFactorRemoval =
  | { readonly kind: 'removed'; readonly factor: StoredFactor }
  /** No factor is left that was there before it. */
  | { readonly kind: 'kept' }
  /** The account has it no more. */
  | { readonly kind: 'gone' };

/** Removes a factor if one that was added before it stays. The factors of the account must be locked. */
async function removeNewerFactor(tx: Db, sub: string, id: string): Promise<NewerFactorRemoval> {
  const factors = await listFactors(tx, sub);
  const added = factors.find((factor) => factor.id === id);
  if (added === undefined) return { kind: 'gone' };
  if (!factors.some(({ createdAt }) => createdAt < added.createdAt)) return { kind: 'kept' };
  await deleteFactor(tx, sub, id);
  return { kind: 'removed', factor: added };
}
