export { appendEntry as recordAudit, SERVICE_CHAIN } from './append-entry.store.ts';
export type { Audit, AuditActor, AuditAlone, AuditEntry, AuditOrigin, AuditTarget } from './audit.ports.ts';
export type { AuditFault, AuditReport } from './audit-faults.ts';
export { currentAct, currentOrigin } from './current-act.ts';
export { erasePerson as recordErasure, expirePersonal } from './erase-personal.store.ts';
export { type MadeCheckpoint, makeCheckpoint } from './make-checkpoint.ts';
export { auditAlone } from './record-alone.ts';
export { type NotedCheckpoint, verifyAudit } from './verify-audit.ts';
