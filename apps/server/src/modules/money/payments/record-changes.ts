import type { AuditAction } from '@assay/domain';
import type { Audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { LostStatus } from './lost-grants.ts';
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
  {
    before,
    stored,
    lost,
  }: {
    readonly before: readonly StoredPayment[];
    readonly stored: readonly StoredPayment[];
    /** Of money that pays no order, and for which checks had been given. */
    readonly lost: readonly LostStatus[];
  },
): Promise<void> {
  if (sub === null) return;
  const known = new Map(before.map((payment) => [payment.id, payment.status]));
  const changed = stored.filter(({ id: payment, status }) => known.get(payment) !== status);
  for (const status of [...changed.map((payment) => payment.status), ...lost]) {
    await audit(tx, {
      workspace: sub,
      actor: { kind: 'system' },
      action: ACTIONS[status],
      target: { kind: 'order', id },
      from: null,
      text: null,
    });
  }
}
