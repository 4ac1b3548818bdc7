import { formatCents } from '@assay/domain';
import type { Receipt } from './money.ts';

/** What became of a payment later; null where it simply stands. */
export function receiptState({ status, amount_cents, refunded_cents }: Receipt): string | null {
  if (status === 'disputed') return 'disputed';
  if (status === 'reversed') return 'paid back';
  if (refunded_cents === 0) return null;
  return refunded_cents >= amount_cents ? 'refunded' : `${formatCents(refunded_cents)} refunded`;
}
