import type { Db } from '../../../platform/db/index.ts';
import { utc } from '../account-notices/notice-mail.ts';
import {
  deleteRecoveriesBefore,
  endRecovery,
  lockDueRecovery,
  setNextMail,
  subsWithMailDue,
} from './recoveries.store.ts';
import { RECOVERIES_KEPT_MS, REMIND_EVERY_MS } from './recovery.policy.ts';
import type { RecoveryDeps } from './recovery.ports.ts';
import { buildRecoveryReports } from './recovery-reports.ts';

/** What happens to recoveries by itself. */
export interface RecoveryUpkeep {
  /** Sends the mails that are due, and ends recoveries that nobody completed. Any number of servers may run it. */
  tend(): Promise<void>;
  forgetOld(): Promise<void>;
}

export function buildRecoveryUpkeep(deps: RecoveryDeps): RecoveryUpkeep {
  const { db, clock } = deps;
  const reports = buildRecoveryReports(deps);

  async function tendOne(tx: Db, sub: string): Promise<void> {
    const now = clock.now();
    const recovery = await lockDueRecovery(tx, sub, now);
    if (recovery === null) return;
    const { id, readyAt, expiresAt } = recovery;
    if (now >= expiresAt) {
      await endRecovery(tx, id, 'expired', now);
      await reports.ended(tx, recovery, 'expired');
    } else if (now >= readyAt) {
      await setNextMail(tx, id, expiresAt);
      await deps.notices.notify(tx, { sub, kind: 'recovery_ready', target: id, detail: utc(expiresAt) });
    } else {
      await setNextMail(tx, id, new Date(Math.min(readyAt.getTime(), now.getTime() + REMIND_EVERY_MS)));
      await deps.notices.notify(tx, { sub, kind: 'recovery_waits', target: id, detail: utc(readyAt) });
    }
  }

  return {
    async tend() {
      for (const sub of await subsWithMailDue(db, clock.now())) await deps.transaction((tx) => tendOne(tx, sub));
    },

    async forgetOld() {
      await deleteRecoveriesBefore(db, new Date(clock.now().getTime() - RECOVERIES_KEPT_MS));
      await deps.notices.forgetOld(db);
    },
  };
}
