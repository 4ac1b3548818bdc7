import type Stripe from 'stripe';
import {
  type CustomerState,
  type DisputeState,
  type IntentState,
  type InvoiceState,
  type MethodState,
  type PriceState,
  type SessionState,
  type StripeState,
  type SubscriptionState,
  TEST_CARDS,
} from './state.ts';

/** Objects as the provider writes them. `satisfies` holds every field to the types of the SDK's API version. */
export function customerObject(customer: CustomerState) {
  return {
    id: customer.id,
    object: 'customer',
    email: customer.email,
    livemode: false,
    metadata: customer.metadata,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: customer.defaultMethod,
      footer: null,
      rendering_options: null,
    },
  } satisfies Partial<Stripe.Customer>;
}

export function methodObject(method: MethodState) {
  const card = {
    brand: TEST_CARDS[method.number].brand,
    last4: method.number.slice(-4),
    exp_month: 4,
    exp_year: 2029,
    country: 'US',
    funding: 'credit',
  } satisfies Partial<Stripe.PaymentMethod.Card>;
  return {
    id: method.id,
    object: 'payment_method' as const,
    type: 'card' as const,
    customer: method.customer,
    created: method.created,
    livemode: false,
    card,
  };
}

export function priceObject(price: PriceState) {
  return {
    id: price.id,
    object: 'price',
    active: true,
    currency: price.currency,
    lookup_key: price.lookupKey,
    product: price.product,
    unit_amount: price.cents,
    type: price.months === null ? 'one_time' : 'recurring',
    livemode: false,
  } satisfies Partial<Stripe.Price>;
}

export function chargeObject(intent: IntentState) {
  const { charge } = intent;
  if (charge === null) return null;
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.cents,
    amount_refunded: charge.refunded,
    currency: intent.currency,
    created: charge.created,
    customer: intent.customer,
    disputed: charge.disputed,
    paid: true,
    payment_intent: intent.id,
    refunded: charge.refunded === charge.cents,
    status: 'succeeded',
    livemode: false,
    metadata: intent.metadata,
  } satisfies Partial<Stripe.Charge>;
}

export function intentObject(intent: IntentState, { expandsCharge = false } = {}) {
  const charge = chargeObject(intent);
  const common = {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.cents,
    amount_received: intent.status === 'succeeded' ? intent.cents : 0,
    client_secret: intent.secret,
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    livemode: false,
    metadata: intent.metadata,
    status: intent.status,
  } satisfies Partial<Stripe.PaymentIntent>;
  return { ...common, latest_charge: expandsCharge ? charge : (charge?.id ?? null) };
}

export function sessionObject(session: SessionState, state: StripeState, url: string) {
  return {
    id: session.id,
    object: 'checkout.session',
    mode: session.mode,
    client_reference_id: session.orderId,
    currency: 'usd',
    customer: session.customer,
    created: session.created,
    amount_total: state.prices.get(session.price)?.cents ?? null,
    livemode: false,
    metadata: session.metadata,
    payment_intent: session.intent,
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    status: session.status,
    subscription: session.subscription,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    url: session.status === 'open' ? url : null,
  } satisfies Partial<Stripe.Checkout.Session>;
}

export function subscriptionObject(subscription: SubscriptionState, state: StripeState) {
  const price = state.prices.get(subscription.price);
  const common = {
    id: subscription.id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: subscription.cancelsAtEnd,
    created: subscription.created,
    currency: 'usd',
    customer: subscription.customer,
    livemode: false,
    metadata: subscription.metadata,
    start_date: subscription.anchor,
    status: subscription.status,
  } satisfies Partial<Stripe.Subscription>;
  const item = {
    id: `si_${subscription.id.slice(4)}`,
    object: 'subscription_item',
    current_period_start: subscription.start,
    current_period_end: subscription.end,
    quantity: 1,
  } satisfies Partial<Stripe.SubscriptionItem>;
  const data = [{ ...item, price: price === undefined ? null : priceObject(price) }];
  return { ...common, items: { object: 'list', data, has_more: false, url: '/v1/subscription_items' } };
}

export function invoiceObject(invoice: InvoiceState, state: StripeState) {
  const subscription = state.subscriptions.get(invoice.subscription);
  const isPaid = invoice.status === 'paid';
  const common = {
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.cents,
    amount_paid: isPaid ? invoice.cents : 0,
    billing_reason: invoice.reason,
    created: invoice.created,
    currency: invoice.currency,
    customer: subscription?.customer ?? null,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription?.metadata ?? {}, subscription: invoice.subscription },
    },
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: null,
    },
    total: invoice.cents,
  } satisfies Partial<Omit<Stripe.Invoice, 'customer'>> & { customer: string | null };
  const period = { start: invoice.start, end: invoice.end } satisfies Stripe.InvoiceLineItem.Period;
  const lines = [{ id: `il_${invoice.id.slice(3)}`, object: 'line_item', amount: invoice.cents, period }];
  const payments = invoice.intent === null ? [] : [invoicePayment(invoice, invoice.intent)];
  return {
    ...common,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${invoice.id}/lines` },
    payments: { object: 'list', data: payments, has_more: false, url: '/v1/invoice_payments' },
  };
}

function invoicePayment(invoice: InvoiceState, intent: string) {
  return {
    id: `inpay_${invoice.id.slice(3)}`,
    object: 'invoice_payment',
    amount_paid: invoice.status === 'paid' ? invoice.cents : null,
    amount_requested: invoice.cents,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: invoice.status === 'paid' ? 'paid' : 'open',
  } satisfies Partial<Stripe.InvoicePayment>;
}

export function disputeObject(dispute: DisputeState) {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.cents,
    charge: dispute.charge,
    created: dispute.created,
    currency: 'usd',
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent,
    reason: 'fraudulent',
    status: dispute.status,
  } satisfies Partial<Stripe.Dispute>;
}
