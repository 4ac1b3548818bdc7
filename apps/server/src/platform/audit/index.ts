export { auditPart } from './account-part.store.ts';
export { appendEntry as recordAudit } from './append-entry.store.ts';
export type {
  Audit,
  AuditAlone,
  AuditEntry,
  AuditOrigin,
  AuditReport,
  AuditTarget,
  RecordDownload,
} from './audit.ports.ts';
export { auditRoutes } from './audit.routes.ts';
export { type AuditLogService, buildAuditLogService } from './audit-log.service.ts';
export { auditAlone, BY_BOT, currentAct, currentOrigin, downloadRecorder } from './current-act.ts';
export { erasePerson as recordErasure, expirePersonal } from './erase-personal.store.ts';
export { makeCheckpoint } from './make-checkpoint.ts';
export { readLog } from './read-log.store.ts';
export { type NotedCheckpoint, verifyAudit } from './verify-audit.ts';
