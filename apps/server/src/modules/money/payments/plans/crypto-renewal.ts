import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger } from '../../ledger/ledger.ports.ts';
import type { Order, PaymentFact } from '../payments.ports.ts';
import type { paymentsStore, StoredPayment } from '../payments.store.ts';
import { addMonths } from './add-months.ts';
import { lapsesAt, seriesOf } from './credits.ts';
import { monthsOf, planNamed } from './goods.ts';

interface RenewalDeps {
  readonly payments: Pick<typeof paymentsStore, 'samePlan'>;
  readonly ledger: Pick<Ledger, 'grant' | 'revoke'>;
}

/**
 * A plan that is paid by crypto again before it ends runs on from its end, so no paid day is lost; its check credits
 * begin to arrive with the payment. The period of any other payment is as reported.
 */
export async function periodOf(
  { payments }: RenewalDeps,
  tx: Db,
  order: Order,
  { period, paidAt }: PaymentFact,
): Promise<PaymentFact['period']> {
  if (period === null || !isCryptoPlan(order)) return period;
  const ends = (await payments.samePlan(tx, order)).map(({ endsAt }) => endsAt.getTime());
  const runsUntil = Math.max(...ends, 0);
  const months = monthsOf(planNamed(order.planId));
  if (months === null || runsUntil <= paidAt.getTime()) return period;
  return { startsAt: period.startsAt, endsAt: addMonths(new Date(runsUntil), months) };
}

/** What is left of the same plan's earlier payments stays until the end of the newest one. */
export async function carryOver(deps: RenewalDeps, tx: Db, order: Order, payment: StoredPayment, now: Date) {
  const { sub } = order;
  if (sub === null || payment.endsAt === null || !isCryptoPlan(order)) return;
  for (const earlier of await deps.payments.samePlan(tx, order)) {
    if (lapsesAt(earlier.endsAt) <= payment.paidAt || earlier.endsAt >= payment.endsAt) continue;
    await deps.ledger.grant(tx, {
      sub,
      tariff: { series: seriesOf({ id: earlier.orderId }), planId: order.planId },
      checks: 0,
      reason: 'subscription',
      key: carryKey(payment, earlier.orderId),
      expiresAt: lapsesAt(payment.endsAt),
      now,
    });
  }
}

/** A renewal that was paid back extends nothing. */
export async function undoCarryOver(
  deps: RenewalDeps,
  tx: Db,
  order: Order,
  { payment, reason, now }: { payment: StoredPayment; reason: 'chargeback' | 'refunded'; now: Date },
): Promise<void> {
  if (!isCryptoPlan(order)) return;
  const others = await deps.payments.samePlan(tx, order);
  const runsUntil = Math.max(...others.map(({ endsAt }) => endsAt.getTime()), 0);
  for (const { orderId } of others) {
    const expiresAt = lapsesAt(new Date(runsUntil));
    await deps.ledger.revoke(tx, { key: carryKey(payment, orderId), reason, now, expiresAt });
  }
}

/** Whether it buys a plan that further payments by crypto extend. */
export function isCryptoPlan(order: Order): order is Order & { readonly planId: number } {
  return order.provider === 'nowpayments' && order.planId !== null;
}

function carryKey({ reference }: Pick<StoredPayment, 'reference'>, orderId: string): string {
  return `payment:${reference}:carry:${orderId}`;
}
