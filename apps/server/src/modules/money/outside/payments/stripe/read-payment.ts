import Stripe from 'stripe';
import { AppError } from '../../../../../platform/kernel/app-error.ts';
import type {
  EventHint,
  OrderFacts,
  PaymentFact,
  PaymentStatus,
  SubscriptionStatus,
} from '../../../payments/payments.ports.ts';

/**
 * How many digits of an amount are decimal places, where they are not two.
 *
 * Source: https://docs.stripe.com/currencies, 'Zero-decimal currencies' and 'Three-decimal currencies'.
 */
const NO_PLACES = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_PLACES = 'bhd jod kwd omr tnd'.split(' ');

const INVOICES_MAX = 400;
const TOLERANCE_SECONDS = 300;

/** An amount in a currency's smallest unit, as the provider states it, as a decimal number: 1000 in `eur` is '10.00'. */
function decimalOf(minor: number, currency: string): string {
  const places = NO_PLACES.includes(currency) ? 0 : THREE_PLACES.includes(currency) ? 3 : 2;
  if (places === 0) return String(minor);
  const digits = String(minor).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Disputes in which the bank has not taken the money: inquiries, and those that ended well. */
const HARMLESS: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);
const LOST: ReadonlySet<string> = new Set(['lost', 'appeal_needs_response', 'appeal_under_review']);

export type PaidFacts = Pick<OrderFacts, 'payments' | 'deposits'>;
export const NOTHING_PAID: PaidFacts = { payments: [], deposits: [] };

/**
 * What was paid by a payment intent. Prices are in US dollars: a payment in another currency, or of less than was asked
 * for, is no payment of the order, and is reported as money that was sent for it.
 */
export async function readPayment(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  { paidAt, period }: { readonly paidAt?: Date; readonly period: PaymentFact['period'] },
): Promise<PaidFacts> {
  const charge = intent.latest_charge;
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') return NOTHING_PAID;
  const status = await statusOf(stripe, intent, charge);
  const at = paidAt ?? new Date(charge.created * 1000);
  if (intent.currency === 'usd' && intent.amount_received >= intent.amount) {
    const { id: reference, amount: amountCents } = intent;
    const fact = { reference, amountCents, refundedCents: charge.amount_refunded, status, paidAt: at, period };
    return { payments: [fact], deposits: [] };
  }
  const deposit = {
    deposit: intent.id,
    parent: null,
    status,
    state: status === 'refunded' || status === 'reversed' ? ('refunded' as const) : ('arrived' as const),
    asset: intent.currency,
    asked: decimalOf(intent.amount, intent.currency),
    arrived: decimalOf(intent.amount_received, intent.currency),
    outcome: null,
    outcomeAsset: null,
    isOfPrice: false,
    reportedAt: at,
  };
  return { payments: [], deposits: [deposit] };
}

async function statusOf(stripe: Stripe, intent: Stripe.PaymentIntent, charge: Stripe.Charge): Promise<PaymentStatus> {
  if (charge.disputed) {
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
    if (data.some(({ status }) => LOST.has(status))) return 'reversed';
    if (data.some(({ status }) => !HARMLESS.has(status))) return 'disputed';
  }
  return charge.amount_refunded >= charge.amount ? 'refunded' : 'paid';
}

const STATUS: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'unpaid',
  unpaid: 'unpaid',
  paused: 'unpaid',
  incomplete: 'unpaid',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

/** A subscription with every payment that was made for it: the first and all renewals. */
export async function readSubscription(
  stripe: Stripe,
  id: string,
): Promise<Pick<OrderFacts, 'payments' | 'deposits' | 'subscription'>> {
  const subscription = await stripe.subscriptions.retrieve(id);
  const paid: PaidFacts[] = [];
  const invoices = stripe.invoices.list({ subscription: id, status: 'paid', limit: 100, expand: ['data.payments'] });
  for (const invoice of await invoices.autoPagingToArray({ limit: INVOICES_MAX })) {
    paid.push(await paidBy(stripe, invoice));
  }
  const status = STATUS[subscription.status] ?? 'unpaid';
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  return {
    payments: paid.flatMap(({ payments }) => payments).toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime()),
    deposits: paid.flatMap(({ deposits }) => deposits),
    subscription: { reference: id, status: status === 'active' && isEnding ? 'cancelling' : status },
  };
}

async function paidBy(stripe: Stripe, invoice: Stripe.Invoice): Promise<PaidFacts> {
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  if (payment === undefined || invoice.amount_paid === 0) return NOTHING_PAID;
  const intent = await stripe.paymentIntents.retrieve(typeof payment === 'string' ? payment : payment.id, {
    expand: ['latest_charge'],
  });
  const ends = invoice.lines.data.map(({ period }) => period.end);
  const starts = invoice.lines.data.map(({ period }) => period.start);
  if (ends.length === 0) return NOTHING_PAID;
  const { paid_at } = invoice.status_transitions;
  return readPayment(stripe, intent, {
    ...(paid_at === null ? {} : { paidAt: new Date(paid_at * 1000) }),
    period: { startsAt: new Date(Math.min(...starts) * 1000), endsAt: new Date(Math.max(...ends) * 1000) },
  });
}

const SECURITY = { event: { name: 'webhook_refused', provider: 'stripe' } } as const;

/** Checks the signature of a message over its bytes (constant time, at most five minutes old) and reads what it is about. */
export function readStripeEvent(
  body: Buffer,
  headers: Readonly<Record<string, unknown>>,
  { secret, now }: { readonly secret: string; readonly now: Date },
): EventHint {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') {
    throw new AppError('SignatureRefused', { internal: 'Stripe: no signature', security: SECURITY });
  }
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    const about = event.data.object as unknown;
    return { event: event.id, type: event.type, orderId: orderIdOf(about), references: referencesOf(about) };
  } catch (error) {
    throw new AppError('SignatureRefused', { internal: 'Stripe: signature refused', cause: error, security: SECURITY });
  }
}

/** Ids that an object of the provider names: its own, and those of what it belongs to. */
function referencesOf(about: unknown): readonly string[] {
  const names = [
    part(about, 'id'),
    idOf(part(about, 'payment_intent')),
    idOf(part(about, 'subscription')),
    idOf(part(about, 'parent', 'subscription_details', 'subscription')),
  ];
  return names.filter((name) => typeof name === 'string');
}

function orderIdOf(about: unknown): string | null {
  const named =
    part(about, 'metadata', 'order_id') ??
    part(about, 'client_reference_id') ??
    part(about, 'parent', 'subscription_details', 'metadata', 'order_id');
  return typeof named === 'string' && /^[0-9a-f]{32}$/.test(named) ? named : null;
}

function idOf(value: unknown): unknown {
  return typeof value === 'string' ? value : part(value, 'id');
}

function part(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}
