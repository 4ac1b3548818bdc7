import {
  CancelSubscription,
  ChecksPrice,
  CurrentSubscription,
  PaymentMethods,
  PaymentOffer,
  PaymentOrder,
  PaymentReceipts,
  PaymentUrl,
  type PaymentUrlBody,
  ResumeSubscription,
  StripeOrder,
  UserPlans,
  WaitingOrders,
} from '@assay/contracts';
import { listedPlans, type PriceList, priceOfChecks } from '@assay/domain';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { hasLocalProof } from '../../../platform/http/local-visits.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { isLoopbackVisit } from '../../../platform/kernel/network/loopback.ts';
import { type Goods, goodsOfChecks, goodsOfPlan } from './goods.ts';
import { ownUrl } from './own-url.ts';
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

export interface PaymentsRoutesOptions {
  readonly payments: PaymentsService;
  /** True where the providers are stand-ins on this machine. */
  readonly isTrial: boolean;
  readonly host: string;
  readonly publicUrl: string;
  readonly readsPerMinute: number;
}

/** Each purchase opens an order at the provider. */
const PURCHASES_PER_MINUTE = 20;

export const paymentsRoutes: FastifyPluginAsyncZod<PaymentsRoutesOptions> = async (app, options) => {
  const { payments } = options;
  const open = { config: { rateLimit: { max: options.readsPerMinute } } };
  const own = { ...open, preParsing: requirePermission('billing') };
  const buying = { config: { rateLimit: { max: PURCHASES_PER_MINUTE } } };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    PaymentOffer.path,
    {
      schema: {
        summary: 'Which ways to pay there are',
        tags: ['payment'],
        response: { ...PaymentOffer.answers, ...failures(PaymentOffer.errors) },
      },
      ...open,
    },
    async (request) => {
      const providers = options.isTrial && !hasLocalProof(request) ? [] : payments.providers();
      return { data: { providers: [...providers], is_trial: options.isTrial && providers.length > 0 } };
    },
  );

  app.get(
    UserPlans.path,
    {
      schema: {
        summary: 'The plans that are offered',
        tags: ['payment'],
        response: { ...UserPlans.answers, ...failures(UserPlans.errors) },
      },
      ...open,
    },
    async () => ({ data: listedPlans(payments.priceList).map(presentPlan) }),
  );

  app.get(
    ChecksPrice.path,
    {
      schema: {
        summary: 'What so many checks cost',
        tags: ['payment'],
        params: ChecksPrice.params,
        response: { ...ChecksPrice.answers, ...failures(ChecksPrice.errors) },
      },
      ...open,
    },
    async (request) => ({ data: presentPrice(priceOfChecks(request.params.checks_number, payments.priceList)) }),
  );

  app.post(
    PaymentUrl.path,
    {
      schema: {
        summary: 'Open an order',
        description: 'Answers where the browser goes to pay: the provider’s page, or our own card form.',
        tags: ['payment'],
        body: PaymentUrl.body,
        response: { ...PaymentUrl.answers, ...failures(PaymentUrl.errors) },
      },
      ...buying,
      preParsing: requirePermission('billing'),
    },
    async (request) => {
      requireOffer(request);
      const { workspace, email } = callerOf(request);
      const origins = ownOrigins(request);
      const { order, url } = await payments.buy(
        { sub: workspace.id, email },
        {
          provider: request.body.payment_type,
          goods: goodsOf(request.body, payments.priceList),
          successUrl: ownUrl('success_url', request.body.success_url, origins),
          cancelUrl: ownUrl('cancel_url', request.body.cancel_url, origins),
        },
      );
      return { data: { url: url ?? cardFormUrl(order), order_id: order.id } };
    },
  );

  app.get(
    StripeOrder.path,
    {
      schema: {
        summary: 'What the card form of an order needs',
        tags: ['payment'],
        params: StripeOrder.params,
        response: { ...StripeOrder.answers, ...failures(StripeOrder.errors) },
      },
      ...own,
    },
    async (request) => {
      requireOffer(request);
      const form = await payments.cardForm(callerOf(request).workspace.id, request.params.order_id);
      return {
        data: {
          token_id: form.clientSecret,
          publishable_key: form.publishableKey,
          script_url: form.scriptUrl,
          amount_cents: form.order.amountCents,
          checks_number: form.order.checks,
        },
      };
    },
  );

  app.get(
    PaymentMethods.path,
    {
      schema: {
        summary: 'One’s saved cards',
        tags: ['payment'],
        response: { ...PaymentMethods.answers, ...failures(PaymentMethods.errors) },
      },
      ...own,
    },
    async (request) => {
      requireOffer(request);
      return { data: (await payments.savedCards(callerOf(request).workspace.id)).map(presentCard) };
    },
  );

  app.get(
    CurrentSubscription.path,
    {
      schema: {
        summary: 'The plan one has paid for, and what comes next',
        tags: ['payment'],
        response: { ...CurrentSubscription.answers, ...failures(CurrentSubscription.errors) },
      },
      ...own,
    },
    async (request) => ({ data: presentSubscription(await payments.subscription(callerOf(request).workspace.id)) }),
  );

  app.post(
    CancelSubscription.path,
    {
      schema: {
        summary: 'Cancel one’s subscription at the end of what is paid for',
        tags: ['payment'],
        response: { ...CancelSubscription.answers, ...failures(CancelSubscription.errors) },
      },
      ...buying,
      preParsing: requirePermission('billing'),
    },
    async (request) => {
      requireOffer(request);
      await payments.cancel(callerOf(request).workspace.id);
      return { data: true as const };
    },
  );

  app.post(
    ResumeSubscription.path,
    {
      schema: {
        summary: 'Let a cancelled subscription renew again',
        tags: ['payment'],
        response: { ...ResumeSubscription.answers, ...failures(ResumeSubscription.errors) },
      },
      ...buying,
      // Unlike a cancellation, this leads to charges.
      preParsing: requirePermission('billing'),
    },
    async (request) => {
      requireOffer(request);
      await payments.resume(callerOf(request).workspace.id);
      return { data: true as const };
    },
  );

  app.get(
    PaymentOrder.path,
    {
      schema: {
        summary: 'State of an own order',
        tags: ['payment'],
        params: PaymentOrder.params,
        response: { ...PaymentOrder.answers, ...failures(PaymentOrder.errors) },
      },
      ...own,
    },
    async (request) => ({
      data: presentOrder(await payments.order(callerOf(request).workspace.id, request.params.order_id)),
    }),
  );

  app.get(
    WaitingOrders.path,
    {
      schema: {
        summary: 'Own orders whose payment was begun and not completed',
        tags: ['payment'],
        response: { ...WaitingOrders.answers, ...failures(WaitingOrders.errors) },
      },
      ...own,
    },
    async (request) => ({ data: (await payments.waiting(callerOf(request).workspace.id)).map(presentOrder) }),
  );

  app.get(
    PaymentReceipts.path,
    {
      schema: {
        summary: 'Everything one paid',
        tags: ['payment'],
        response: { ...PaymentReceipts.answers, ...failures(PaymentReceipts.errors) },
      },
      ...own,
    },
    async (request) => ({ data: (await payments.receipts(callerOf(request).workspace.id)).map(presentReceipt) }),
  );

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
};

function goodsOf(body: PaymentUrlBody, priceList: PriceList): Goods {
  const planId = body.pay_for_tariff?.plan_id;
  if (planId === undefined) return goodsOfChecks(body.pay_for_checks?.checks_number ?? Number.NaN, priceList);
  const goods = goodsOfPlan(planId, priceList);
  if (goods === null) throw new AppError('PlanNotForSale');
  return goods;
}
