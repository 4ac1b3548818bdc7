import { currentOrigin } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import { utc } from '../account-notices/notice-mail.ts';
import type { Recovery } from './recoveries.store.ts';
import type { RecoveryAction, RecoveryDeps } from './recovery.ports.ts';

/** Where a recovery is reported: by mail, in the logs of the person and of all their companies, as a security event. */
export interface RecoveryReports {
  begun(tx: Db, recovery: Recovery): Promise<void>;
  /** `why`: a factor was given, the link of a mail was used, or nobody completed it. */
  ended(tx: Db, recovery: Recovery, why: 'factor' | 'link' | 'expired'): Promise<void>;
  completed(tx: Db, recovery: Recovery): Promise<void>;
}

const CANCELLED_BY = {
  factor: 'A second factor was given for the account.',
  link: 'The link of a mail about it was used.',
} as const;

export function buildRecoveryReports({
  notices,
  audit,
  securityEvents,
  companiesOf,
}: Pick<RecoveryDeps, 'notices' | 'audit' | 'securityEvents' | 'companiesOf'>): RecoveryReports {
  /** Owners of companies see there that a member was recovered, or may be soon. */
  async function log(tx: Db, { sub }: Recovery, action: RecoveryAction, isByPerson: boolean): Promise<void> {
    const actor = isByPerson ? ({ kind: 'person', sub } as const) : ({ kind: 'system' } as const);
    const logs = [sub, ...(await companiesOf(tx, sub))].toSorted();
    for (const workspace of logs) {
      const target = { kind: 'person', id: sub };
      await audit(tx, { workspace, actor, action, target, from: isByPerson ? currentOrigin() : null, text: null });
    }
  }

  const record = (sub: string, change: 'begun' | 'cancelled' | 'completed' | 'expired') =>
    securityEvents.record({ name: 'account_recovery', change }, { kind: 'account', sub });

  return {
    async begun(tx, recovery) {
      const { sub, id, readyAt } = recovery;
      await notices.notify(tx, { sub, kind: 'recovery_begun', target: id, detail: utc(readyAt) });
      await log(tx, recovery, 'recovery.begin', true);
      record(sub, 'begun');
    },

    async ended(tx, recovery, why) {
      const { sub } = recovery;
      if (why === 'expired') {
        await log(tx, recovery, 'recovery.expire', false);
        record(sub, 'expired');
        return;
      }
      await notices.notify(tx, { sub, kind: 'recovery_cancelled', detail: CANCELLED_BY[why] });
      await log(tx, recovery, 'recovery.cancel', true);
      record(sub, 'cancelled');
    },

    async completed(tx, recovery) {
      await notices.notify(tx, { sub: recovery.sub, kind: 'recovery_completed' });
      await log(tx, recovery, 'recovery.complete', true);
      record(recovery.sub, 'completed');
    },
  };
}
