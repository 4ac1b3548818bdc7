import type Stripe from 'stripe';
import type { OrderFacts, PaymentFact, PaymentStatus } from '../../../payments/payments.ports.ts';

/**
 * How many digits of an amount are decimal places, where they are not two.
 *
 * Source: https://docs.stripe.com/currencies, 'Zero-decimal currencies' and 'Three-decimal currencies'.
 */
const NO_PLACES = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_PLACES = 'bhd jod kwd omr tnd'.split(' ');

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
