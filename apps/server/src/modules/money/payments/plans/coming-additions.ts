import type { Db } from '../../../../platform/db/index.ts';
import type { ordersStore } from '../orders.store.ts';
import type { paymentsStore } from '../payments.store.ts';
import { creditsOf } from './credits.ts';

/** Check credits that arrive on a day to come. */
export interface Addition {
  readonly at: Date;
  readonly checks: number;
  readonly planId: number;
}

export interface AdditionDeps {
  readonly db: Db;
  readonly orders: Pick<typeof ordersStore, 'plansOf'>;
  readonly payments: Pick<typeof paymentsStore, 'toAdd'>;
}

/**
 * The months that an account has paid for and that have not arrived, of the plan that runs and of those before it, in
 * their order.
 */
export async function comingAdditions({ db, orders, payments }: AdditionDeps, sub: string): Promise<Addition[]> {
  const paid = await payments.toAdd(db, sub);
  if (paid.length === 0) return [];
  const plans = new Map((await orders.plansOf(db, sub)).map((order) => [order.id, order]));
  const found = paid.flatMap((payment) => {
    const order = plans.get(payment.orderId);
    if (order === undefined || order.planId === null) return [];
    const { planId } = order;
    return creditsOf(order, payment)
      .filter(({ dueAt }) => dueAt >= payment.nextAddAt)
      .map(({ dueAt, checks }) => ({ at: dueAt, checks, planId }));
  });
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
