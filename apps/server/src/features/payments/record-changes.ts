import type { AuditAction } from '@assay/domain';
import type { Db } from '../../db/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Order, PaymentStatus } from './payments.ports.ts';
import type { StoredPayment } from './payments.store.ts';

const ACTIONS: Readonly<Record<PaymentStatus, AuditAction>> = {
  paid: 'order.paid',
  disputed: 'order.dispute',
  refunded: 'order.refund',
  reversed: 'order.chargeback',
};

/** Records what the provider reports newly about the payments of an order. */
export async function recordChanges(
  { audit }: { readonly audit: Audit },
  tx: Db,
  { id, sub }: Order,
  { before, stored }: { readonly before: readonly StoredPayment[]; readonly stored: readonly StoredPayment[] },
): Promise<void> {
  if (sub === null) return;
  const known = new Map(before.map((payment) => [payment.id, payment.status]));
  for (const payment of stored) {
    if (known.get(payment.id) === payment.status) continue;
    await audit(tx, {
      workspace: sub,
      actor: { kind: 'system' },
      action: ACTIONS[payment.status],
      target: { kind: 'order', id },
      from: null,
      text: null,
    });
  }
}
