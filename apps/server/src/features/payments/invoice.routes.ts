import { BillingDetails, ReceiptInvoice, SetBillingDetails } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requirePermission } from '../../http/caller.ts';
import { failures } from '../../http/failures.ts';
import type { Seller } from './invoices.ts';
import type { RenderInvoice } from './payments.ports.ts';
import type { PaymentsService } from './payments.service.ts';

export interface InvoiceRoutesOptions {
  readonly payments: PaymentsService;
  readonly renderInvoice: RenderInvoice;
  readonly seller: Seller;
  readonly reportsPerMinute: number;
}

export const invoiceRoutes: FastifyPluginAsyncZod<InvoiceRoutesOptions> = async (app, options) => {
  const { payments } = options;
  const own = { config: { rateLimit: { max: options.reportsPerMinute } }, preParsing: requirePermission('billing') };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    ReceiptInvoice.path,
    {
      schema: {
        summary: 'The invoice of a payment as PDF',
        tags: ['payment'],
        params: ReceiptInvoice.params,
        response: failures(ReceiptInvoice.errors),
      },
      ...own,
    },
    async (request, reply) => {
      const { workspace, email } = callerOf(request);
      const invoice = await payments.invoice({ sub: workspace.id, email }, request.params.id, options.seller);
      const pdf = await options.renderInvoice(invoice);
      const name = options.seller.productName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      reply
        .header('content-type', ReceiptInvoice.contentType)
        .header('content-disposition', `attachment; filename="${name}-invoice-${invoice.number}.pdf"`);
      return reply.send(pdf);
    },
  );

  app.get(
    BillingDetails.path,
    {
      schema: {
        summary: 'What one wants on invoices',
        tags: ['payment'],
        response: { ...BillingDetails.answers, ...failures(BillingDetails.errors) },
      },
      ...own,
    },
    async (request) => {
      const { company, address, taxId } = await payments.billingDetails(callerOf(request).workspace.id);
      return { data: { company, address, tax_id: taxId } };
    },
  );

  app.put(
    SetBillingDetails.path,
    {
      schema: {
        summary: 'Say what one wants on invoices from now on',
        tags: ['payment'],
        body: SetBillingDetails.body,
        response: { ...SetBillingDetails.answers, ...failures(SetBillingDetails.errors) },
      },
      ...own,
    },
    async (request) => {
      const { company, address, tax_id: taxId } = request.body;
      await payments.setBillingDetails(callerOf(request).workspace.id, { company, address, taxId });
      return { data: { company, address, tax_id: taxId } };
    },
  );
};
