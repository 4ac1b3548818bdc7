import type Stripe from 'stripe';
import type { OrderFacts, SubscriptionStatus } from '../../../payments/payments.ports.ts';
import { NOTHING_PAID, type PaidFacts, readPayment } from './read-payment.ts';

const INVOICES_MAX = 400;

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
