import type { Category } from '@assay/domain';

/**
 * The payment that a result is of: all that one transaction moved of the asset to the address of the result, or from it.
 * Amounts are base units.
 */
export interface CanonicalPayment {
  /** As the records write it. */
  readonly transaction_id: string;
  /** `deposit`: received by the address, rated by `incoming`; `withdrawal`: paid by it, rated by `outgoing`. */
  readonly direction: PaymentDirection;
  /** Of the payment, not of all that the transaction moved. */
  readonly amount: string;
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** Null where no source gave one. */
  readonly block: string | null;
  /** What the transaction moved of the asset, in order, those of the payment among them. Coins have one end. */
  readonly moves: readonly {
    readonly from: string | null;
    readonly to: string | null;
    readonly amount: string;
    readonly kind: 'fee' | 'native' | 'internal' | 'token' | 'coin';
  }[];
  /** How many there are: a long list is cut. */
  readonly moves_in_all: number;
  /** Who paid and received how much, the largest first, the address of the result among them. */
  readonly parties: readonly {
    readonly address: string;
    readonly paid: string;
    readonly received: string;
    /** The label that counted for it when the transaction was made. */
    readonly label: { readonly entity: string; readonly category: Category } | null;
  }[];
}

export const PAYMENT_DIRECTIONS = ['deposit', 'withdrawal'] as const;
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number];

/** The direction of a result that has the evidence of its payment. */
export function evidenceDirectionOf(direction: PaymentDirection): 'incoming' | 'outgoing' {
  return direction === 'deposit' ? 'incoming' : 'outgoing';
}
