import type { RenderInvoice } from '../../payments/payments.ports.ts';

/** An invoice in the design of the reports. Fonts and the writer of PDF are loaded with the first one. */
export const invoicePdf: RenderInvoice = async (facts) => {
  const { renderInvoice } = await import('@assay/report');
  return Buffer.from(renderInvoice(facts));
};
