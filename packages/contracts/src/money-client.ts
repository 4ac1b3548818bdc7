/** The calls of plans, payments and promo codes, apart from the client so that no first page carries them. */
import { listOf, objectOf } from './answer.ts';
import type { BillingDetailsBody, BillingDetailsData } from './payment/billing-details.ts';
import type { ChecksPriceData } from './payment/checks-price.ts';
import type { PaymentOfferData } from './payment/offer.ts';
import type { OrderData, ReceiptData } from './payment/orders.ts';
import type { PaymentMethodData } from './payment/payment-methods.ts';
import type { PaymentUrlBody, PaymentUrlData } from './payment/payment-url.ts';
import type { PlanData } from './payment/plans.ts';
import type { StripeOrderData } from './payment/stripe-order.ts';
import type { SubscriptionData } from './payment/subscription.ts';
import type { PromoCodeBody, PromoCodeChange, PromoCodeData } from './promo/promo-codes.ts';
import type { RedeemData } from './promo/redeem.ts';
import type { Sender } from './survey-client.ts';
import { unexpectedAnswer } from './wire/api-error.ts';

export * from './promo/promo-texts.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

type Send<Signal> = Sender<Signal>['send'];

/** Plans and paying. */
export interface MoneyClient<Signal> {
  /** GET /payment/offer. */
  offer(options?: CallOptions<Signal>): Promise<PaymentOfferData>;
  /** GET /user/plans. */
  plans(options?: CallOptions<Signal>): Promise<readonly PlanData[]>;
  /** GET /payment/checks/price/{n}. */
  checksPrice(checks: number, options?: CallOptions<Signal>): Promise<ChecksPriceData>;
  /** POST /payment/url. */
  paymentUrl(body: PaymentUrlBody, options?: CallOptions<Signal>): Promise<PaymentUrlData>;
  /** GET /user/plan/buy/stripe/{order_id}. */
  stripeOrder(orderId: string, options?: CallOptions<Signal>): Promise<StripeOrderData>;
  /** GET /payment/methods. A list of the wrong shape is refused (rows PAY-08 and ERR-16). */
  methods(options?: CallOptions<Signal>): Promise<readonly PaymentMethodData[]>;
  /** GET /payment/subscription. */
  subscription(options?: CallOptions<Signal>): Promise<SubscriptionData | null>;
  /** POST /payment/stripe/subscriptions/cancel. */
  cancelSubscription(options?: CallOptions<Signal>): Promise<void>;
  /** POST /payment/stripe/subscriptions/resume. */
  resumeSubscription(options?: CallOptions<Signal>): Promise<void>;
  /** GET /payment/orders/{order_id}. */
  order(orderId: string, options?: CallOptions<Signal>): Promise<OrderData>;
  /** GET /payment/billing-details. */
  billingDetails(options?: CallOptions<Signal>): Promise<BillingDetailsData>;
  /** PUT /payment/billing-details. */
  setBillingDetails(details: BillingDetailsBody): Promise<BillingDetailsData>;
  /** GET /payment/orders. */
  waitingOrders(options?: CallOptions<Signal>): Promise<readonly OrderData[]>;
  /** GET /payment/receipts. */
  receipts(options?: CallOptions<Signal>): Promise<readonly ReceiptData[]>;
  /** POST /promocode/usages/{code}. */
  redeem(code: string, options?: CallOptions<Signal>): Promise<RedeemData>;
}

/** Promo codes for administrators. */
export interface PromoAdminClient<Signal> {
  /** GET /promocode. */
  list(options?: CallOptions<Signal>): Promise<readonly PromoCodeData[]>;
  /** POST /promocode. */
  create(body: PromoCodeBody): Promise<PromoCodeData>;
  /** PATCH /promocode/{id}. */
  change(id: number, change: PromoCodeChange): Promise<PromoCodeData>;
  /** DELETE /promocode/{id}. */
  remove(id: number): Promise<void>;
}

/**
 * Plans and payments over any client.
 *
 * @example
 * const { url } = await moneyClient(client).paymentUrl({ payment_type: 'stripe', pay_for_checks: { checks_number: 10 }, success_url, cancel_url });
 */
export function moneyClient<Signal>(client: Sender<Signal>): MoneyClient<Signal> {
  const send: Send<Signal> = (...request) => client.send(...request);
  return {
    offer: async (options) => objectOf(await send('GET', '/payment/offer', undefined, options)),
    plans: async (options) => listOf(await send('GET', '/user/plans', undefined, options)),
    checksPrice: async (checks, options) =>
      objectOf(await send('GET', `/payment/checks/price/${checks}`, undefined, options)),
    paymentUrl: async (body, options) => objectOf(await send('POST', '/payment/url', body, options)),
    stripeOrder: async (orderId, options) =>
      objectOf(await send('GET', `/user/plan/buy/stripe/${encodeURIComponent(orderId)}`, undefined, options)),
    methods: async (options) => methodsOf(await send('GET', '/payment/methods', undefined, options)),
    async subscription(options) {
      const data = await send('GET', '/payment/subscription', undefined, options);
      // A server of 0.1.0 does not say what is still to arrive.
      return data === null ? null : { ...NOTHING_TO_ARRIVE, ...objectOf<SubscriptionData>(data) };
    },
    async cancelSubscription(options) {
      const data = await send('POST', '/payment/stripe/subscriptions/cancel', undefined, options);
      if (data !== true) throw unexpectedAnswer(200);
    },
    async resumeSubscription(options) {
      const data = await send('POST', '/payment/stripe/subscriptions/resume', undefined, options);
      if (data !== true) throw unexpectedAnswer(200);
    },
    order: async (orderId, options) =>
      objectOf(await send('GET', `/payment/orders/${encodeURIComponent(orderId)}`, undefined, options)),
    billingDetails: async (options) => objectOf(await send('GET', '/payment/billing-details', undefined, options)),
    setBillingDetails: async (details) => objectOf(await send('PUT', '/payment/billing-details', details)),
    waitingOrders: async (options) => listOf(await send('GET', '/payment/orders', undefined, options)),
    receipts: async (options) => listOf(await send('GET', '/payment/receipts', undefined, options)),
    redeem: async (code, options) =>
      objectOf(await send('POST', `/promocode/usages/${encodeURIComponent(code)}`, undefined, options)),
  };
}

/** Promo codes over any client. */
export function promoAdminClient<Signal>(client: Sender<Signal>): PromoAdminClient<Signal> {
  const send: Send<Signal> = (...request) => client.send(...request);
  return {
    list: async (options) => listOf(await send('GET', '/promocode', undefined, options)),
    create: async (body) => objectOf(await send('POST', '/promocode', body)),
    change: async (id, change) => objectOf(await send('PATCH', `/promocode/${id}`, change)),
    async remove(id) {
      await send('DELETE', `/promocode/${id}`);
    },
  };
}

const NOTHING_TO_ARRIVE: Pick<SubscriptionData, 'next_additions'> = { next_additions: [] };

const METHOD_FIELDS = {
  id: 'string',
  card: 'string',
  last4: 'string',
  exp_month: 'number',
  exp_year: 'number',
  default: 'boolean',
} as const;

function methodsOf(data: unknown): readonly PaymentMethodData[] {
  const methods = listOf<PaymentMethodData>(data);
  const [first] = methods;
  if (first === undefined) return methods;
  const fields: Readonly<Record<string, unknown>> = { ...first };
  if (Object.entries(METHOD_FIELDS).some(([name, type]) => typeof fields[name] !== type)) throw unexpectedAnswer(200);
  return methods;
}
