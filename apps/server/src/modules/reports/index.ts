export type { RecomputePorts } from './certificate/again.ts';
export type { ResultKeys } from './certificate/certificate.ports.ts';
export type { CertificateService } from './certificate/certificate.service.ts';
export { type InputDifference, recompute } from './certificate/recompute.ts';
export { attachmentOf } from './reports/reports.routes.ts';
export type { RenderedFile, ReportsService } from './reports/reports.service.ts';
