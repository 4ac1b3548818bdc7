export type {
  CertificatesPort,
  IssuedForReport,
  ReportCache,
  ReportRenderer,
  ReportSeal,
  SealedReport,
} from './reports.ports.ts';
export { attachmentOf, reportsRoutes } from './reports.routes.ts';
export { buildReportsService, type RenderedFile, type ReportsDeps, type ReportsService } from './reports.service.ts';
