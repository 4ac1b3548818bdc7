import { ReceiptInvoice } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller } from '../../http/caller.ts';
import { failures } from '../../http/failures.ts';
import { titleOf } from './goods.ts';
import type { RenderInvoice } from './payments.ports.ts';
import type { PaymentsService } from './payments.service.ts';

export interface InvoiceRoutesOptions {
  readonly payments: PaymentsService;
  readonly renderInvoice: RenderInvoice;
  readonly seller: { readonly company: string; readonly email: string; readonly productName: string };
  readonly reportsPerMinute: number;
}

export const invoiceRoutes: FastifyPluginAsyncZod<InvoiceRoutesOptions> = async (app, options) => {
  app.get(
    ReceiptInvoice.path,
    {
      schema: {
        summary: 'The invoice of a payment as PDF',
        tags: ['payment'],
        params: ReceiptInvoice.params,
        response: failures(ReceiptInvoice.errors),
      },
      config: { rateLimit: { max: options.reportsPerMinute } },
      preParsing: requireCaller,
    },
    async (request, reply) => {
      const { sub, email } = callerOf(request);
      const receipt = await options.payments.receipt(sub, request.params.id);
      const pdf = await options.renderInvoice({
        number: receipt.id,
        orderId: receipt.orderId,
        title: titleOf(receipt),
        paidBy: receipt.provider === 'stripe' ? 'Card' : 'Crypto',
        amountCents: receipt.amountCents,
        refundedCents: receipt.refundedCents,
        status: receipt.status,
        paidAt: receipt.paidAt,
        buyerEmail: email,
        seller: options.seller.company,
        sellerEmail: options.seller.email,
        productName: options.seller.productName,
      });
      const file = `${options.seller.productName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-invoice-${receipt.id}.pdf`;
      reply
        .header('cache-control', 'no-store')
        .header('content-type', ReceiptInvoice.contentType)
        .header('content-disposition', `attachment; filename="${file}"`);
      return reply.send(pdf);
    },
  );
};
