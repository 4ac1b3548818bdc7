import type Stripe from 'stripe';
import type { PaymentFact, PaymentStatus } from '../../../features/payments/index.ts';

/** Disputes in which the bank has not taken the money: inquiries, and those that ended well. */
const HARMLESS: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);
const LOST: ReadonlySet<string> = new Set(['lost', 'appeal_needs_response', 'appeal_under_review']);

/** The payment behind a payment intent; null while nothing was paid. */
export async function readPayment(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  { paidAt, period }: { readonly paidAt?: Date; readonly period: PaymentFact['period'] },
): Promise<PaymentFact | null> {
  const charge = intent.latest_charge;
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') return null;
  if (intent.currency !== 'usd' || intent.amount_received < intent.amount) return null;
  return {
    reference: intent.id,
    amountCents: intent.amount,
    refundedCents: charge.amount_refunded,
    status: await statusOf(stripe, intent, charge),
    paidAt: paidAt ?? new Date(charge.created * 1000),
    period,
  };
}

async function statusOf(stripe: Stripe, intent: Stripe.PaymentIntent, charge: Stripe.Charge): Promise<PaymentStatus> {
  if (charge.disputed) {
    const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
    if (data.some(({ status }) => LOST.has(status))) return 'reversed';
    if (data.some(({ status }) => !HARMLESS.has(status))) return 'disputed';
  }
  return charge.amount_refunded >= charge.amount ? 'refunded' : 'paid';
}
