export { appendEntry as recordAudit, SERVICE_CHAIN } from './append-entry.store.ts';
export type { Audit, AuditActor, AuditEntry, AuditOrigin, AuditTarget } from './audit.ports.ts';
