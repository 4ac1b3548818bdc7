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
}: Pick<Order, 'status' | 'title' | 'amount_cents' | 'missing'>): OrderWords {
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
        message: `Only part of the payment for ${what} has arrived.${missing === null ? '' : ` ${missing.amount} ${missing.currency} is missing.`} Your checks are added when the rest arrives.`,
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

/** What leads back to the payment. */
export function payLabel({ status }: Pick<Order, 'status'>): string {
  return status === 'partial' ? 'Pay the rest' : 'Continue payment';
}

/** How long to wait before asking again, in milliseconds: often at first, then seldom. `waitedMs` since the return. */
export function askAgainMs(waitedMs: number): number {
  if (waitedMs < 30_000) return 2000;
  return waitedMs < 120_000 ? 5000 : 15_000;
}
