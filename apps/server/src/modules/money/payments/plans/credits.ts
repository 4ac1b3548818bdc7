import { FLEX_TARIFF, type Grant } from '../../ledger/ledger.ports.ts';
import type { Order } from '../payments.ports.ts';
import { addMonths } from './add-months.ts';
import { checksPerMonthOf, monthsOf, planNamed } from './goods.ts';

/** The provider retries a renewal that failed: remaining check credits stay this many days past the paid time. */
export const GRACE_DAYS = 3;
const DAY_MS = 86_400_000;

export interface PaidPeriod {
  readonly reference: string;
  readonly paidAt: Date;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export type Credit = Omit<Grant, 'sub' | 'now'> & { readonly dueAt: Date };

/**
 * Everything a payment credits, in the order it falls due: check credits bought one by one at once; for a subscription,
 * one month's check credits at the beginning of each paid month. The keys contain the payment and the month, so each is
 * booked once, whichever process finds it first.
 */
export function creditsOf(order: Pick<Order, 'id' | 'planId' | 'checks'>, paid: PaidPeriod): readonly Credit[] {
  const key = `payment:${paid.reference}`;
  if (order.planId === null || paid.startsAt === null || paid.endsAt === null) {
    return [
      { tariff: FLEX_TARIFF, checks: order.checks, reason: 'purchase', key, expiresAt: null, dueAt: paid.paidAt },
    ];
  }
  const plan = planNamed(order.planId);
  const checks = checksPerMonthOf(order.planId, order);
  const { startsAt, endsAt } = paid;
  const tariff = { series: seriesOf(order), planId: plan.id };
  return Array.from({ length: monthsOf(plan) ?? 1 }, (_none, month) => ({
    tariff,
    checks,
    reason: 'subscription' as const,
    key: `${key}:${month + 1}`,
    expiresAt: lapsesAt(endsAt),
    dueAt: addMonths(startsAt, month),
    opensAt: paid.paidAt,
  }));
}

/** When the rest of a subscription lapses that is paid until `endsAt`. */
export function lapsesAt(endsAt: Date): Date {
  return new Date(endsAt.getTime() + GRACE_DAYS * DAY_MS);
}

/** The tariff of an order in the balance ledger. */
export function seriesOf({ id }: Pick<Order, 'id'>): string {
  return `order:${id}`;
}
