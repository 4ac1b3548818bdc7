import { formatCents } from '@assay/wording';
import type { Order } from './money.ts';

export interface OrderWords {
  readonly type: 'success' | 'info' | 'warn';
  readonly message: string;
  /** The order is final: its state is shown once, and not polled any longer. */
  readonly isFinal: boolean;
}

/** The state of a payment, in words for the person who made it. */
export function orderWords({
  status,
  title,
  amount_cents,
  missing,
  held,
  payment_type,
}: Pick<Order, 'status' | 'title' | 'amount_cents' | 'missing' | 'held' | 'payment_type'>): OrderWords {
  const what = `${title} (${formatCents(amount_cents)})`;
  switch (status) {
    case 'created':
    case 'pending':
      return {
        type: 'info',
        message: `Waiting for confirmation of your payment for ${what}. If you did not finish it, you will not be charged.`,
        isFinal: false,
      };
    case 'partial':
      return {
        type: 'warn',
        // A card is charged as a whole: no rest follows.
        message:
          payment_type === 'nowpayments' && !waitsForDecision({ held })
            ? `Only part of the payment for ${what} has arrived.${missing === null ? '' : ` ${missing.amount} ${missing.currency} is missing.`} Send only what is missing, within 7 days of the order. Your checks are added when it arrives.`
            : `The payment for ${what} could not be counted. ${heldWords(held)}`,
        isFinal: false,
      };
    case 'paid':
      return { type: 'success', message: `Paid: ${what}. Your checks have been added.`, isFinal: true };
    case 'expired':
    case 'failed':
      return {
        type: 'info',
        message: `The payment for ${what} was not completed. Nothing was charged.`,
        isFinal: true,
      };
    case 'disputed':
      return { type: 'warn', message: `The payment for ${what} is disputed with the bank.`, isFinal: true };
    case 'refunded':
    case 'reversed':
      return { type: 'info', message: `The payment for ${what} was refunded.`, isFinal: true };
  }
}

/** What arrived for an order and pays nothing, and why; nothing of it is lost. */
export function heldWords(held: Order['held']): string {
  const parts = held.map(({ reason, amount, currency }) => {
    const what = amount === null ? 'An amount that is not stated' : `${amount} ${currency ?? ''}`.trim();
    return `${what} ${WHY[reason]}.`;
  });
  return `${parts.join(' ')} It is kept for you: we decide about it and credit it or send it back.`;
}

const WHY: Readonly<Record<Order['held'][number]['reason'], string>> = {
  less: 'arrived, which is less than was asked for',
  more: 'is more than was asked for',
  wrong_asset: 'arrived, in another currency or on another network than was asked for',
  second: 'arrived, but another payment paid for the order',
  late: 'arrived more than 7 days after the order, when its price in crypto no longer applied',
  failed: 'arrived, but the payment service did not complete the payment',
  unclear: 'arrived, and we have to find out what it is for',
};

/** Money of it arrived that the operator has to decide about; nothing more is to be sent before that. */
function waitsForDecision({ held }: Pick<Order, 'held'>): boolean {
  return held.some(({ reason }) => reason !== 'less');
}

/** What leads back to the payment; null where another one would be held too. */
export function payLabel(order: Pick<Order, 'status' | 'held'>): string | null {
  if (order.status !== 'partial') return 'Continue payment';
  return waitsForDecision(order) ? null : 'Pay the rest';
}

/** The state of a payment that was begun and not completed, below its amount. */
export function waitingLabel(order: Pick<Order, 'status' | 'held' | 'missing'>): string {
  if (order.status !== 'partial') return 'waiting for payment';
  if (waitsForDecision(order)) return 'held for a decision';
  return order.missing === null ? 'partly paid' : `${order.missing.amount} ${order.missing.currency} missing`;
}

/** How long to wait before asking again, in milliseconds: often at first, then seldom. `waitedMs` since the return. */
export function askAgainMs(waitedMs: number): number {
  if (waitedMs < 30_000) return 2000;
  return waitedMs < 120_000 ? 5000 : 15_000;
}
