export type { ReportFacts, ReportInput, ReportResult } from './report-input.ts';
