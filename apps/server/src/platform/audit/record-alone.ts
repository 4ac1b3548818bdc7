import type { Db, Pool } from '../db/index.ts';
import { inTransaction } from '../db/transactions.ts';
import { appendEntry } from './append-entry.store.ts';
import type { AuditAlone, AuditEntry, RecordDownload } from './audit.ports.ts';
import { currentAct } from './current-act.ts';
import { isRecordedToday } from './read-log.store.ts';

/** Records acts that have no transaction of their own. */
export function auditAlone(pool: Pool): AuditAlone {
  return (entry) => inTransaction(pool, (tx) => appendEntry(tx, entry));
}

/**
 * Records downloads as acts of who acts in the current request. Programs fetch one thing again and again: of a key, the
 * first download of a thing on a day (UTC) is recorded, and the others neither write nor wait for another entry.
 */
export function downloadRecorder(db: Db, record: AuditAlone): RecordDownload {
  return async (workspace, action, target) => {
    const entry: AuditEntry = { ...currentAct(), workspace, action, target, text: null };
    if (entry.actor.kind === 'key' && (await isRecordedToday(db, { workspace, action, target, key: entry.actor.id }))) {
      return;
    }
    await record(entry);
  };
}
