import type { DepositReport } from '../../../payments/deposits.ts';
import type { Order } from '../../../payments/payments.ports.ts';
import { centsOf, type PaymentAnswer } from './wire.ts';

/** A payment of the provider as a deposit. A status that is not known is one that may still change. */
export function depositOf(order: Pick<Order, 'amountCents'>, payment: PaymentAnswer, now: Date): DepositReport {
  const changed = timeOf(payment.updated_at ?? payment.created_at ?? '');
  return {
    deposit: payment.payment_id,
    parent: payment.parent_payment_id ?? null,
    status: payment.payment_status.slice(0, 40),
    state: stateOf(payment.payment_status),
    asset: payment.pay_currency?.toLowerCase().slice(0, 40) ?? null,
    asked: payment.pay_amount ?? null,
    arrived: payment.actually_paid ?? null,
    outcome: payment.outcome_amount ?? null,
    outcomeAsset: payment.outcome_currency?.slice(0, 40) ?? null,
    isOfPrice: centsOf(payment.price_amount) === order.amountCents && payment.price_currency.toLowerCase() === 'usd',
    reportedAt: Number.isNaN(changed.getTime()) ? now : changed,
  };
}

/** A date, or milliseconds since 1970. */
function timeOf(text: string | number): Date {
  return new Date(/^\d+$/.test(String(text)) ? Number(text) : text);
}

function stateOf(status: string): DepositReport['state'] {
  switch (status) {
    case 'finished':
    case 'partially_paid':
      return 'arrived';
    case 'refunded':
      return 'refunded';
    case 'failed':
    case 'expired':
      return 'over';
    default:
      return 'under_way';
  }
}
