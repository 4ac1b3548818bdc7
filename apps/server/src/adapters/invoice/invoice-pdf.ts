import { renderInvoice } from '@assay/report';
import type { RenderInvoice } from '../../features/payments/index.ts';

/** An invoice in the design of the reports. */
export const invoicePdf: RenderInvoice = async (facts) => Buffer.from(renderInvoice(facts));
