import { AUDIT_PAGE_SIZE, type AuditLogData, type AuditLogEntry, type AuditQuery } from '@assay/contracts';
import { AUDIT_ACTIONS, type AuditAction } from '@assay/domain';
import type { Db } from '../db/index.ts';
import { inService, inWorkspace } from '../kernel/scope.ts';
import { isStorable } from '../kernel/text/is-storable.ts';
import { refuseSecret } from '../kernel/text/pasted-secrets.ts';
import { SERVICE_CHAIN } from './append-entry.store.ts';
import type { AuditAlone, RecordDownload } from './audit.ports.ts';
import { currentAct, downloadRecorder } from './current-act.ts';
import type { AuditFilter, ReadEntry, readLog } from './read-log.store.ts';

export interface AuditLogDeps {
  readonly db: Db;
  readonly readLog: typeof readLog;
  readonly auditAlone: AuditAlone;
}

/** Reads audit logs. `workspace` is the id of one; null for the service. */
export interface AuditLogService {
  page(workspace: string | null, query: AuditQuery, before: number | null): Promise<AuditLogData>;
  /** Every entry found, the newest first, in portions; the export itself is recorded. */
  all(workspace: string | null, query: AuditQuery): Promise<AsyncIterable<readonly AuditLogEntry[]>>;
  readonly recordDownload: RecordDownload;
}

const READ_AT_ONCE = 1_000;
const TITLED_ACTIONS = Object.entries(AUDIT_ACTIONS).map(([action, title]) => ({
  action: action as AuditAction,
  title,
}));
const DAY_MS = 86_400_000;

export function buildAuditLogService({ db, readLog: read, auditAlone }: AuditLogDeps): AuditLogService {
  return {
    async page(workspace, query, before) {
      const filter = filterOf(query);
      if (filter === null) return { entries: [], actions: TITLED_ACTIONS, next: null };
      const range = { before: before ?? Number.MAX_SAFE_INTEGER, most: AUDIT_PAGE_SIZE + 1 };
      const found = await readIn(workspace, filter, range);
      const entries = found.slice(0, AUDIT_PAGE_SIZE).map(presentEntry);
      return {
        entries,
        actions: TITLED_ACTIONS,
        next: found.length > AUDIT_PAGE_SIZE ? (entries.at(-1)?.number ?? null) : null,
      };
    },

    async all(workspace, query) {
      const filter = filterOf(query);
      await auditAlone({ ...currentAct(), workspace, action: 'audit.export', target: null, text: null });
      return portions(workspace, filter);
    },

    recordDownload: downloadRecorder(db, auditAlone),
  };

  /** An export is read after the request left its scope. */
  function readIn(workspace: string | null, filter: AuditFilter, range: Parameters<typeof read>[3]) {
    const work = () => read(db, workspace ?? SERVICE_CHAIN, filter, range);
    return workspace === null ? inService('audit log', work) : inWorkspace(workspace, work);
  }

  async function* portions(
    workspace: string | null,
    filter: AuditFilter | null,
  ): AsyncGenerator<readonly AuditLogEntry[]> {
    if (filter === null) return;
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const found = await readIn(workspace, filter, { before, most: READ_AT_ONCE });
      if (found.length > 0) yield found.map(presentEntry);
      const last = found.at(-1);
      if (last === undefined || found.length < READ_AT_ONCE) return;
      before = last.seq;
    }
  }
}

/**
 * Null where nothing can be found.
 *
 * @throws AppError SecretNotAddress: a text of the search is one, or can be
 */
function filterOf({ action, actor, target, from, to }: AuditQuery): AuditFilter | null {
  for (const text of [actor, target]) if (text !== undefined) refuseSecret(text);
  if (!isStorable(`${actor ?? ''}${target ?? ''}`)) return null;
  return {
    action: action ?? null,
    actor: actor ?? null,
    target: target ?? null,
    from: from === undefined ? null : new Date(from),
    until: to === undefined ? null : new Date(Date.parse(to) + DAY_MS),
  };
}

function presentEntry(entry: ReadEntry): AuditLogEntry {
  const { seq, at, action, actorKind, actorId, targetKind, targetId, email, name, ip, device, text, hash } = entry;
  return {
    number: seq,
    at: at.toISOString(),
    action,
    title: AUDIT_ACTIONS[action],
    actor: { kind: actorKind, id: actorId, email, name },
    target: targetKind === null ? null : { kind: targetKind, id: targetId },
    ip,
    device,
    text,
    hash: hash.toString('hex'),
  };
}
