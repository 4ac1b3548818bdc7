export type {
  CertificatesPort,
  IssuedForReport,
  ReportCache,
  ReportRenderer,
  ReportSeal,
  SealedReport,
} from './reports.ports.ts';
export { reportsRoutes } from './reports.routes.ts';
export { buildReportsService, type ReportsDeps, type ReportsService } from './reports.service.ts';
