import {
  BillingDetails,
  CancelSubscription,
  ChecksPrice,
  CurrentSubscription,
  PaymentMethods,
  PaymentOffer,
  PaymentOrder,
  type PaymentProvider,
  PaymentReceipts,
  PaymentUrl,
  type PaymentUrlBody,
  ReceiptCreditNote,
  ReceiptInvoice,
  ResumeSubscription,
  SetBillingDetails,
  StripeOrder,
  UserPlans,
  WaitingOrders,
} from '@assay/contracts';
import { listedPlans, type PriceList, priceOfChecks } from '@assay/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RecordDownload } from '../../../platform/audit/index.ts';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { hasLocalProof } from '../../../platform/http/who/local-visits.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isLoopbackVisit } from '../../../platform/kernel/network/loopback.ts';
import { refuseSecretName } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { RenderInvoice } from './payments.ports.ts';
import {
  cardFormUrl,
  presentCard,
  presentOrder,
  presentPlan,
  presentPrice,
  presentReceipt,
  presentSubscription,
} from './payments.presenter.ts';
import type { PaymentsService } from './payments.service.ts';
import { type Goods, goodsOfChecks, goodsOfPlan } from './plans/goods.ts';

/** The provider sends many at once; unsigned messages are refused before any costly work. */
const MESSAGES_PER_MINUTE = 1_200;

export interface PaymentsRoutesOptions {
  readonly payments: PaymentsService;
  /** True where the providers are stand-ins on this machine. */
  readonly isTrial: boolean;
  readonly host: string;
  readonly publicUrl: string;
  readonly renderInvoice: RenderInvoice;
  readonly recordDownload: RecordDownload;
}

/** Calls about plans, orders, receipts and invoices. */
export async function paymentsRoutes(app: FastifyInstance, options: PaymentsRoutesOptions): Promise<void> {
  const { payments } = options;

  answerCall(app, PaymentOffer, async ({ request }) => {
    const providers = options.isTrial && !hasLocalProof(request) ? [] : payments.providers();
    return { providers: [...providers], is_trial: options.isTrial && providers.length > 0 };
  });

  answerCall(app, UserPlans, async () => listedPlans(payments.priceList).map(presentPlan));

  answerCall(app, ChecksPrice, async ({ params }) =>
    presentPrice(priceOfChecks(params.checks_number, payments.priceList)),
  );

  answerCall(app, PaymentUrl, async ({ body, request }) => {
    requireOffer(request);
    const { workspace, email } = callerOf(request);
    const origins = ownOrigins(request);
    const { order, url } = await payments.buy(
      { sub: workspace.id, email },
      {
        provider: body.payment_type,
        goods: goodsOf(body, payments.priceList),
        successUrl: ownUrl('success_url', body.success_url, origins),
        cancelUrl: ownUrl('cancel_url', body.cancel_url, origins),
      },
    );
    return { url: url ?? cardFormUrl(order), order_id: order.id };
  });

  answerCall(app, StripeOrder, async ({ params, request }) => {
    requireOffer(request);
    const form = await payments.cardForm(callerOf(request).workspace.id, params.order_id);
    return {
      token_id: form.clientSecret,
      publishable_key: form.publishableKey,
      script_url: form.scriptUrl,
      amount_cents: form.order.amountCents,
      checks_number: form.order.checks,
    };
  });

  answerCall(app, PaymentMethods, async ({ request }) => {
    requireOffer(request);
    return (await payments.savedCards(callerOf(request).workspace.id)).map(presentCard);
  });

  answerCall(app, CurrentSubscription, async ({ request }) =>
    presentSubscription(await payments.subscription(callerOf(request).workspace.id)),
  );

  answerCall(app, CancelSubscription, async ({ request }) => {
    requireOffer(request);
    await payments.cancel(callerOf(request).workspace.id);
    return true as const;
  });

  answerCall(app, ResumeSubscription, async ({ request }) => {
    requireOffer(request);
    await payments.resume(callerOf(request).workspace.id);
    return true as const;
  });

  answerCall(app, PaymentOrder, async ({ params, request }) =>
    presentOrder(await payments.order(callerOf(request).workspace.id, params.order_id)),
  );

  answerCall(app, WaitingOrders, async ({ request }) =>
    (await payments.waiting(callerOf(request).workspace.id)).map(presentOrder),
  );

  answerCall(app, PaymentReceipts, async ({ request }) =>
    (await payments.receipts(callerOf(request).workspace.id)).map(presentReceipt),
  );

  answerCall(app, ReceiptInvoice, ({ params, request, reply }) => sendDocument(request, reply, params.id, null));

  answerCall(app, ReceiptCreditNote, ({ params, request, reply }) =>
    sendDocument(request, reply, params.id, params.number),
  );

  answerCall(app, BillingDetails, async ({ request }) => {
    const { company, address, taxId } = await payments.billingDetails(callerOf(request).workspace.id);
    return { company, address, tax_id: taxId };
  });

  answerCall(app, SetBillingDetails, async ({ body, request }) => {
    const { company, address, tax_id: taxId } = body;
    for (const [field, text] of Object.entries(body)) refuseSecretName(text, field);
    await payments.setBillingDetails(callerOf(request).workspace.id, { company, address, taxId });
    return { company, address, tax_id: taxId };
  });

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

  /** Stand-in providers serve only visits from this machine: nothing is sold to other visitors. */
  function requireOffer(request: FastifyRequest): void {
    const isHidden = options.isTrial && !hasLocalProof(request);
    if (isHidden || payments.providers().length === 0) throw new AppError('PaymentsNotOffered');
  }

  function ownOrigins(request: FastifyRequest): readonly string[] {
    const { origin } = new URL(options.publicUrl);
    // On this machine the site is served under both localhost and 127.0.0.1.
    if (!isLoopbackVisit(options, request.headers)) return [origin];
    return [...new Set([origin, `http://${request.headers.host ?? ''}`])];
  }
}

function goodsOf(body: PaymentUrlBody, priceList: PriceList): Goods {
  const planId = body.pay_for_tariff?.plan_id;
  if (planId === undefined) return goodsOfChecks(body.pay_for_checks?.checks_number ?? Number.NaN, priceList);
  const goods = goodsOfPlan(planId, priceList);
  if (goods === null) throw new AppError('PlanNotForSale');
  return goods;
}

/**
 * A return URL, absolute, on one of our own origins. Any other URL could redirect a person who has just paid to a
 * foreign site.
 *
 * @throws AppError ValidationError, naming the field
 */
function ownUrl(field: string, text: string, origins: readonly string[]): string {
  const [home = ''] = origins;
  // A browser drops control characters and reads a backslash as a slash: neither is accepted.
  const url = /[\p{Cc}\\]/u.test(text) ? null : URL.parse(text, home);
  if (url === null || !origins.includes(url.origin) || url.username !== '' || url.password !== '') {
    throw new AppError('ValidationError', {
      internal: 'a return address that is not ours',
      fields: [{ field, problem: 'has to be an address of this site' }],
    });
  }
  return url.href;
}

/** Stripe's list everything that an invoice is for; a notification of NOWPayments has about 1 kB. */
const BODY_LIMIT_BYTES = { stripe: 512 * 1024, nowpayments: 32 * 1024 };

/**
 * Receives the providers' messages. The signature covers the raw bytes, so no body parser runs first. Every error is
 * answered as a failure, so that the provider sends the message again.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  { payments }: { readonly payments: PaymentsService },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  for (const provider of ['stripe', 'nowpayments'] as const satisfies readonly PaymentProvider[]) {
    app.post(
      `/payment/webhooks/${provider}`,
      {
        schema: { hide: true },
        bodyLimit: BODY_LIMIT_BYTES[provider],
        config: { rateLimit: { max: MESSAGES_PER_MINUTE } },
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await payments.receive(provider, body, request.headers);
        return { data: { received: true } };
      },
    );
  }
}
