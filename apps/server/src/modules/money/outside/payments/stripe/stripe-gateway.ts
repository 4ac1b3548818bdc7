import Stripe from 'stripe';
import { AppError } from '../../../../../platform/kernel/app-error.ts';
import { type Clock, SYSTEM_CLOCK } from '../../../../../platform/kernel/time/clock.ts';
import type {
  CardGateway,
  OpenedOrder,
  Order,
  OrderFacts,
  Purchase,
  SavedCard,
} from '../../../payments/payments.ports.ts';
import { monthsOf, planNamed } from '../../../payments/plans/goods.ts';
import { readPayment, readStripeEvent, readSubscription } from './read-payment.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Base address of the API: the provider's own host, or a stand-in's. */
  readonly apiUrl: string;
  readonly scriptUrl: string;
}

const TIMEOUT_MS = 10_000;
/** A payment that was begun and not made by then counts as given up. It still counts if it is made later. */
const OPEN_FOR_MS = 3 * 86_400_000;

/** Paying by card, over the provider's own SDK. */
export function stripeGateway(settings: StripeSettings, clock: Clock = SYSTEM_CLOCK): CardGateway {
  const { hostname, port, protocol } = new URL(settings.apiUrl);
  const isPlain = protocol === 'http:';
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,

    open: (purchase) =>
      askStripe(() =>
        purchase.order.planId !== null
          ? openCheckout(stripe, purchase)
          : purchase.isHosted
            ? openHostedPayment(stripe, purchase)
            : openPayment(stripe, purchase),
      ),

    read: (order, { first, later }) => askStripe(() => readIfThere(stripe, order, [...first, ...later], clock.now())),

    readEvent: (body, headers, at) => readStripeEvent(body, headers, { secret: settings.webhookSecret, now: at }),

    customerFor: (sub, email) =>
      askStripe(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { sub } },
          { idempotencyKey: `customer-${sub}` },
        );
        return customer.id;
      }),

    clientSecret: (reference) =>
      askStripe(async () => {
        // Paid on the provider's own page: there is no form of ours for it.
        if (!reference.startsWith('pi_')) throw new AppError('NotFound');
        const { client_secret } = await stripe.paymentIntents.retrieve(reference);
        if (client_secret === null) throw new AppError('PaymentProviderFailed', { internal: 'no client secret' });
        return client_secret;
      }),

    cards: (customer) => askStripe(() => savedCards(stripe, customer)),

    cancelAtPeriodEnd: (subscription) =>
      askStripe(async () => {
        await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
      }),

    resume: (subscription) =>
      askStripe(async () => {
        await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
      }),

    // A subscription that has ended, and a customer that was deleted, are missing.
    endNow: (subscription) => askStripe(() => unlessMissing(stripe.subscriptions.cancel(subscription))),
    removeCustomer: (customer) => askStripe(() => unlessMissing(stripe.customers.del(customer))),
  };
}

async function unlessMissing(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error;
  }
}

async function openPayment(stripe: Stripe, { order, title, customer }: Purchase): Promise<OpenedOrder> {
  const intent = await stripe.paymentIntents.create(
    {
      amount: order.amountCents,
      currency: 'usd',
      ...(customer === null ? {} : { customer }),
      description: title,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      allowed_payment_method_types: ['card'],
      setup_future_usage: 'off_session',
      metadata: { order_id: order.id },
    },
    { idempotencyKey: `order-${order.id}` },
  );
  return { reference: intent.id, url: null };
}

/** The provider's own page for checks, for users who are not signed in to ours. */
async function openHostedPayment(stripe: Stripe, { order, title, customer }: Purchase): Promise<OpenedOrder> {
  const metadata = { order_id: order.id };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      ...(customer === null ? {} : { customer }),
      client_reference_id: order.id,
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: order.amountCents, product_data: { name: title } },
          quantity: 1,
        },
      ],
      allowed_payment_method_types: ['card'],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      metadata,
      payment_intent_data: { metadata, description: title },
    },
    { idempotencyKey: `order-${order.id}` },
  );
  return { reference: session.id, url: session.url };
}

async function openCheckout(stripe: Stripe, { order, title, customer }: Purchase): Promise<OpenedOrder> {
  const metadata = { order_id: order.id };
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      ...(customer === null ? {} : { customer }),
      client_reference_id: order.id,
      line_items: [{ price: await priceOf(stripe, order, title), quantity: 1 }],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      metadata,
      subscription_data: { metadata },
    },
    { idempotencyKey: `order-${order.id}` },
  );
  return { reference: session.id, url: session.url };
}

/** The provider's price of a plan of the catalogue; made when it is asked for first. */
async function priceOf(stripe: Stripe, { planId, amountCents }: Order, title: string): Promise<string> {
  const months = planId === null ? null : monthsOf(planNamed(planId));
  if (months === null) throw new Error(`Plan ${planId} is no subscription`);
  const key = `plan-${planId}-${amountCents}`;
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [known] = data;
  if (known !== undefined) return known.id;
  const made = await stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: amountCents,
      recurring: { interval: 'month', interval_count: months },
      product_data: { name: title },
      lookup_key: key,
      transfer_lookup_key: true,
    },
    { idempotencyKey: `price-${key}` },
  );
  return made.id;
}

const NOTHING = { payments: [], deposits: [], subscription: null, unread: 0 } as const;

/** What the provider does not have, or no longer has, was not paid. */
async function readIfThere(stripe: Stripe, order: Order, hints: readonly string[], now: Date): Promise<OrderFacts> {
  try {
    return await readOrder(stripe, order, hints, now);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error;
    return { ...NOTHING, reference: order.reference, progress: 'expired' };
  }
}

async function readOrder(stripe: Stripe, order: Order, hints: readonly string[], now: Date): Promise<OrderFacts> {
  const prefixes = order.planId === null ? ['pi_', 'cs_'] : ['cs_'];
  const isOurs = (hint: string) => prefixes.some((prefix) => hint.startsWith(prefix));
  const reference = order.reference ?? hints.find(isOurs) ?? null;
  const isOld = now.getTime() - order.createdAt.getTime() > OPEN_FOR_MS;
  const progress = isOld ? 'expired' : 'open';
  const open = { ...NOTHING, reference, progress } as const;
  if (reference === null) return open;
  if (reference.startsWith('pi_')) return { ...open, ...(await readIntent(stripe, order, reference, open.progress)) };
  const session = await stripe.checkout.sessions.retrieve(reference);
  if (session.client_reference_id !== order.id) throw strange(order);
  if (order.planId === null) {
    const { payment_intent: paid, status } = session;
    if (paid === null) return { ...open, progress: status === 'expired' ? 'expired' : open.progress };
    const intent = typeof paid === 'string' ? paid : paid.id;
    return { ...open, ...(await readIntent(stripe, order, intent, open.progress)) };
  }
  const { subscription } = session;
  if (subscription === null) return { ...open, progress: session.status === 'expired' ? 'expired' : open.progress };
  const id = typeof subscription === 'string' ? subscription : subscription.id;
  return { ...open, progress: 'open', ...(await readSubscription(stripe, id)) };
}

async function readIntent(
  stripe: Stripe,
  order: Order,
  id: string,
  progress: OrderFacts['progress'],
): Promise<Pick<OrderFacts, 'progress' | 'payments' | 'deposits'>> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  if (intent.metadata['order_id'] !== order.id || intent.amount !== order.amountCents) throw strange(order);
  const paid = await readPayment(stripe, intent, { period: null });
  if (paid.payments.length > 0 || paid.deposits.length > 0) return { progress: 'open', ...paid };
  return { progress: intent.status === 'canceled' ? 'expired' : progress, ...paid };
}

async function savedCards(stripe: Stripe, id: string): Promise<readonly SavedCard[]> {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted === true) return [];
  const { data } = await stripe.customers.listPaymentMethods(id, { type: 'card', limit: 20 });
  const chosen = customer.invoice_settings.default_payment_method;
  const preferred = (typeof chosen === 'string' ? chosen : chosen?.id) ?? data[0]?.id;
  return data
    .flatMap(({ id: method, card }) => (card === undefined ? [] : [{ ...card, method }]))
    .map(({ method, brand, last4, exp_month, exp_year }) => ({
      id: method,
      card: brand,
      last4,
      expMonth: exp_month,
      expYear: exp_year,
      isDefault: method === preferred,
    }))
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

function strange({ id }: Order): AppError {
  return new AppError('PaymentProviderFailed', { internal: `Stripe: what was read is not that of order ${id}` });
}

/** Runs a call of the provider; what fails is one error of ours, its reason for the log alone. */
async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new AppError('PaymentProviderFailed', {
      internal: `Stripe: ${error.type} ${error.code ?? ''}`,
      cause: error,
    });
  }
}
