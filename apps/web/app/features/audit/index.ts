export { type AuditSearchAnswer, answerAuditSearch } from './answer-audit-search.ts';
export { AUDIT_HEADLINES, AuditPage } from './audit-page.tsx';
export { loadAuditPage } from './load-audit-page.ts';
