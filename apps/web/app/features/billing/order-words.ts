import { formatCents } from '@assay/domain';
import type { Order } from './money.ts';

export interface OrderWords {
  readonly type: 'success' | 'info' | 'warn';
  readonly message: string;
  /** Nothing more is to come: it is told once, and not watched any longer. */
  readonly isFinal: boolean;
}

/** How a payment stands, in words for the person who made it. */
export function orderWords({
  status,
  title,
  amount_cents,
}: Pick<Order, 'status' | 'title' | 'amount_cents'>): OrderWords {
  const what = `${title} (${formatCents(amount_cents)})`;
  switch (status) {
    case 'created':
    case 'pending':
      return {
        type: 'info',
        message: `Waiting for the payment of ${what} to be confirmed. If you left it unfinished, nothing is charged.`,
        isFinal: false,
      };
    case 'partial':
      return {
        type: 'warn',
        message: `Only a part of the payment of ${what} arrived. Your checks are added as soon as the rest has.`,
        isFinal: false,
      };
    case 'paid':
      return { type: 'success', message: `Paid: ${what}. Your checks have been added.`, isFinal: true };
    case 'expired':
    case 'failed':
      return { type: 'info', message: `The payment of ${what} was not made. Nothing was charged.`, isFinal: true };
    case 'disputed':
      return { type: 'warn', message: `The payment of ${what} is disputed at the bank.`, isFinal: true };
    case 'refunded':
    case 'reversed':
      return { type: 'info', message: `The payment of ${what} was paid back.`, isFinal: true };
  }
}

/** How long to wait before asking again, in milliseconds: often at first, then seldom. `waitedMs` since the return. */
export function askAgainMs(waitedMs: number): number {
  if (waitedMs < 30_000) return 2000;
  return waitedMs < 120_000 ? 5000 : 15_000;
}
