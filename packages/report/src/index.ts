export type { InvoiceInput, InvoiceParty } from './invoice/invoice-input.ts';
export { renderInvoice } from './invoice/render-invoice.ts';
export { PREVIEW_LAYOUT, renderPreview } from './preview/render-preview.ts';
export { REPORT_LAYOUT, renderReport } from './render-report.ts';
export type { RenderedReport, ReportInput, ReportOperator } from './report-input.ts';
export * from './signature/index.ts';
