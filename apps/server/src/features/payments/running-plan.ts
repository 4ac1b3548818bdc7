import { AppError } from '../../kernel/app-error.ts';
import { lapsesAt } from './credits.ts';
import { checksPerMonthOf } from './goods.ts';
import type { CardGateway, Order } from './payments.ports.ts';
import { lookAtOrder, type SettleDeps } from './settle-order.ts';

/** `one_time`: paid by crypto, and not renewed by itself. */
export type PlanStatus = 'active' | 'cancelling' | 'unpaid' | 'one_time';

/** The plan that an account has paid for. */
export interface RunningPlan {
  readonly order: Order;
  readonly planId: number;
  readonly status: PlanStatus;
  readonly paidUntil: Date;
  /** When the check credits that are left lapse without another payment. */
  readonly lapsesAt: Date;
  /** What arrives next, with this payment or with the renewal; null when nothing more does. */
  readonly nextAddition: { readonly at: Date; readonly checks: number } | null;
}

type PlanDeps = Pick<SettleDeps, 'db' | 'orders' | 'payments' | 'clock'>;

/** The newest plan that renews by itself; without one, the plan that is paid for longest; null without a plan. */
export async function runningPlanOf(deps: PlanDeps, sub: string): Promise<RunningPlan | null> {
  const plans: RunningPlan[] = [];
  for (const order of await deps.orders.plansOf(deps.db, sub)) {
    const plan = await readPlan(deps, order);
    if (plan !== null) plans.push(plan);
  }
  const renewing = plans.find(({ status }) => status === 'active');
  return renewing ?? plans.toSorted((a, b) => b.paidUntil.getTime() - a.paidUntil.getTime())[0] ?? null;
}

async function readPlan({ db, payments, clock }: PlanDeps, order: Order): Promise<RunningPlan | null> {
  const status = statusOf(order);
  if (order.planId === null || status === null) return null;
  const paid = (await payments.ofOrder(db, order.id)).filter((payment) => payment.status === 'paid');
  const ends = paid.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt.getTime()]));
  if (ends.length === 0) return null;
  const paidUntil = new Date(Math.max(...ends));
  const lapses = lapsesAt(paidUntil);
  if (status === 'one_time' && lapses <= clock.now()) return null;
  const planned = await payments.nextAddAt(db, order.id);
  const nextAt = planned ?? (status === 'active' ? paidUntil : null);
  return {
    order,
    planId: order.planId,
    status,
    paidUntil,
    lapsesAt: lapses,
    nextAddition: nextAt === null ? null : { at: nextAt, checks: checksPerMonthOf(order.planId, order) },
  };
}

function statusOf({ provider, subscriptionStatus }: Order): PlanStatus | null {
  if (provider === 'nowpayments') return 'one_time';
  return subscriptionStatus === 'ended' ? null : subscriptionStatus;
}

type SubscriptionDeps = SettleDeps & { readonly cards: CardGateway };

/**
 * Stops the renewal of all subscriptions of the account.
 *
 * @throws AppError NoSubscription
 */
export async function cancelSubscriptions(deps: SubscriptionDeps, sub: string): Promise<void> {
  const running = (await deps.orders.subscriptionsOf(deps.db, sub)).filter(({ subscription }) => subscription !== null);
  if (running.length === 0) throw new AppError('NoSubscription');
  for (const { id, subscription, subscriptionStatus } of running) {
    if (subscription === null || subscriptionStatus === 'cancelling') continue;
    await deps.cards.cancelAtPeriodEnd(subscription);
    await lookAtOrder(deps, id);
  }
}

/**
 * Lets the newest subscription renew again. It books nothing: check credits come with payments only. Older
 * subscriptions stay cancelled, because the account pays for the newest one only; so does one that was paid back, and
 * one that has ended meanwhile. Answers the order.
 *
 * @throws AppError NoSubscription
 */
export async function resumeSubscription(deps: SubscriptionDeps, sub: string): Promise<string> {
  const { db, orders, payments, cards } = deps;
  const [newest] = await orders.subscriptionsOf(db, sub);
  const order = newest === undefined ? null : await lookAtOrder(deps, newest.id);
  if (order === null || order.sub !== sub || order.subscription === null) throw new AppError('NoSubscription');
  if (order.subscriptionStatus === 'active') return order.id;
  const isPaid = (await payments.ofOrder(db, order.id)).at(-1)?.status === 'paid';
  if (order.subscriptionStatus !== 'cancelling' || !isPaid) throw new AppError('NoSubscription');
  await cards.resume(order.subscription);
  await lookAtOrder(deps, order.id);
  return order.id;
}
