export type { InvoiceInput, InvoiceParty } from './invoice/invoice-input.ts';
export { renderInvoice } from './invoice/render-invoice.ts';
export { renderPreview } from './preview/render-preview.ts';
export { renderReport } from './render-report.ts';
export type { RenderedReport, ReportInput, ReportOperator } from './report-input.ts';
