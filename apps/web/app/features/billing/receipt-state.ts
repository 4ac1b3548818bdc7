import { formatCents } from '@assay/wording';
import type { Receipt } from './money.ts';

/** What became of a payment later; null where nothing changed. */
export function receiptState({ status, amount_cents, refunded_cents }: Receipt): string | null {
  if (status === 'disputed') return 'disputed';
  if (status === 'reversed') return 'reversed';
  if (refunded_cents === 0) return null;
  return refunded_cents >= amount_cents ? 'refunded' : `${formatCents(refunded_cents)} refunded`;
}
