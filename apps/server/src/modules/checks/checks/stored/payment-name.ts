import type { Direction } from '@assay/exposure';

/** Which payment of an address a check is of. */
export interface PaymentName {
  /** As the records write it. */
  readonly transactionId: string;
  readonly direction: Direction;
}

/** A payment as the database stores it with a check: nulls for a check of an address. */
export interface StoredPaymentName {
  readonly transactionId: string | null;
  readonly paymentDirection: 'deposit' | 'withdrawal' | null;
}

export const DIRECTION_NAMES = { bwd: 'deposit', fwd: 'withdrawal' } as const satisfies Record<Direction, string>;
export const DIRECTIONS = { deposit: 'bwd', withdrawal: 'fwd' } as const;

export function storedPaymentOf(payment: PaymentName | null): StoredPaymentName {
  return payment === null
    ? { transactionId: null, paymentDirection: null }
    : { transactionId: payment.transactionId, paymentDirection: DIRECTION_NAMES[payment.direction] };
}

export function paymentOf({ transactionId, paymentDirection }: StoredPaymentName): PaymentName | null {
  return transactionId === null || paymentDirection === null
    ? null
    : { transactionId, direction: DIRECTIONS[paymentDirection] };
}
