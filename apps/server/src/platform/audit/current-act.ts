import type { Db, Pool } from '../db/index.ts';
import { inTransaction } from '../db/transactions.ts';
import { currentRequest } from '../kernel/request-scope.ts';
import { appendEntry } from './append-entry.store.ts';
import type { AuditAlone, AuditEntry, RecordDownload } from './audit.ports.ts';
import { isRecordedToday } from './read-log.store.ts';

/** A message of Telegram says nothing of the network or the device it came from. */
export const BY_BOT = { ip: null, device: 'Telegram bot' } as const;

/**
 * Who acts now and from where: the signed-in person of the request, its API key, or the person whose joined chat the bot acts for;
 * else the product by itself.
 */
export function currentAct(): Pick<AuditEntry, 'actor' | 'from'> {
  const request = currentRequest();
  if (request?.chatOf !== undefined && request.chatOf !== null) {
    return { actor: { kind: 'person', sub: request.chatOf }, from: BY_BOT };
  }
  if (request?.key !== undefined) {
    return { actor: { kind: 'key', id: request.key }, from: { ip: request.ip, device: request.device } };
  }
  if (request === null || request.sub === null) return { actor: { kind: 'system' }, from: null };
  return { actor: { kind: 'person', sub: request.sub }, from: { ip: request.ip, device: request.device } };
}

/** From where the request of a person comes who is signed in only now; null in jobs and commands. */
export function currentOrigin(): AuditEntry['from'] {
  const request = currentRequest();
  return request === null ? null : { ip: request.ip, device: request.device };
}

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
