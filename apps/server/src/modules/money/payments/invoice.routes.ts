import { BillingDetails, ReceiptCreditNote, ReceiptInvoice, SetBillingDetails } from '@assay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { callerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { refuseSecretName } from '../../../platform/kernel/pasted-secrets.ts';
import type { RenderInvoice } from './payments.ports.ts';
import type { PaymentsService } from './payments.service.ts';

export interface InvoiceRoutesOptions {
  readonly payments: PaymentsService;
  readonly renderInvoice: RenderInvoice;
  readonly recordDownload: RecordDownload;
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
    (request, reply) => sendDocument(request, reply, request.params.id, null),
  );

  app.get(
    ReceiptCreditNote.path,
    {
      schema: {
        summary: 'A credit note of a payment as PDF',
        tags: ['payment'],
        params: ReceiptCreditNote.params,
        response: failures(ReceiptCreditNote.errors),
      },
      ...own,
    },
    (request, reply) => sendDocument(request, reply, request.params.id, request.params.number),
  );

  async function sendDocument(request: FastifyRequest, reply: FastifyReply, id: string, creditNote: string | null) {
    const { workspace, email } = callerOf(request);
    const document = await payments.invoice({ sub: workspace.id, email }, id, creditNote);
    await options.recordDownload(workspace.id, 'invoice.download', { kind: 'receipt', id });
    const pdf = await options.renderInvoice(document);
    const product = document.productName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const name = `${product}-${creditNote === null ? 'invoice' : 'credit-note'}-${document.number}`;
    reply
      .header('content-type', ReceiptInvoice.contentType)
      .header('content-disposition', `attachment; filename="${name}.pdf"`);
    return reply.send(pdf);
  }

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
      for (const [field, text] of Object.entries(request.body)) refuseSecretName(text, field);
      await payments.setBillingDetails(callerOf(request).workspace.id, { company, address, taxId });
      return { data: { company, address, tax_id: taxId } };
    },
  );
};
