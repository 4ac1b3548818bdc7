import { createHash } from 'node:crypto';
import type { Db } from '../../../platform/db/index.ts';
import { DEMO_CALLER } from '../../../platform/kernel/caller.ts';
import { currentRequest } from '../../../platform/kernel/request-scope.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import {
  deleteBrowsersBefore,
  deleteNoticesBefore,
  insertNotice,
  isFirstSession,
  noteBrowser,
} from './account-notices.store.ts';
import { BROWSERS_KEPT_MS, EFFECTS, NEW_ACCOUNT_MS, NOTICES_KEPT_MS, type NoticeKind, UNDO_MS } from './notice.ts';

/** Queues the mail of a notice, in the transaction that stores it. */
export type QueueNoticeMail = (db: Db, noticeId: string) => Promise<void>;

export interface AccountNoticesDeps {
  readonly clock: Clock;
  /** 32 lower-case hex digits from a cryptographic source. */
  readonly newId: () => string;
  readonly queueMail: QueueNoticeMail;
}

export interface NoticeWish {
  readonly sub: string;
  readonly kind: NoticeKind;
  /** Id of the session, factor or recovery. */
  readonly target?: string;
  /** What the mail says of it, such as the name of a factor. */
  readonly detail?: string;
}

/** Reports to owners by mail what was done to their accounts; to the demo account, which is everybody's, nothing. */
export interface AccountNotices {
  /** Stores the notice and queues its mail, in the transaction of what it is about. */
  notify(tx: Db, what: NoticeWish): Promise<void>;
  /** Reports a session that was opened, if the browser is new to the account. */
  signedIn(tx: Db, opened: { readonly sub: string; readonly sessionId: string }): Promise<void>;
  forgetOld(db: Db): Promise<void>;
}

export function buildAccountNotices({ clock, newId, queueMail }: AccountNoticesDeps): AccountNotices {
  async function notify(tx: Db, { sub, kind, target, detail }: NoticeWish): Promise<void> {
    if (sub === DEMO_CALLER.sub) return;
    const at = clock.now();
    const id = newId();
    const request = currentRequest();
    await insertNotice(tx, {
      id,
      sub,
      kind,
      at,
      device: request?.device ?? null,
      ip: request?.ip ?? null,
      target: target ?? null,
      detail: detail ?? null,
      undoUntil: EFFECTS[kind] === null ? null : new Date(at.getTime() + UNDO_MS),
    });
    await queueMail(tx, id);
  }

  return {
    notify,

    async signedIn(tx, { sub, sessionId }) {
      if (sub === DEMO_CALLER.sub) return;
      const now = clock.now();
      // A program keeps no mark: each of its logins is reported.
      const mark = currentRequest()?.browser?.mark() ?? null;
      const isKnown = mark !== null && (await noteBrowser(tx, sub, hashOf(mark), now));
      if (isKnown || (await isFirstSession(tx, sub, sessionId, new Date(now.getTime() - NEW_ACCOUNT_MS)))) return;
      await notify(tx, { sub, kind: 'new_device', target: sessionId });
    },

    async forgetOld(db) {
      const now = clock.now().getTime();
      await deleteNoticesBefore(db, new Date(now - NOTICES_KEPT_MS));
      await deleteBrowsersBefore(db, new Date(now - BROWSERS_KEPT_MS));
    },
  };
}

/** Marks are long and random, so a hash without a key is enough. */
function hashOf(mark: string): Buffer {
  return createHash('sha256').update(mark).digest();
}
