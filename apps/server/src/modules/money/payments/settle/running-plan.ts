import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { CardGateway, Order } from '../payments.ports.ts';
import { type Addition, comingAdditions } from '../plans/coming-additions.ts';
import { lapsesAt } from '../plans/credits.ts';
import { isCryptoPlan } from '../plans/crypto-renewal.ts';
import { checksPerMonthOf } from '../plans/goods.ts';
import { lookAtOrder, type SettleDeps } from './settle-order.ts';

/** `one_time`: paid for, and not renewed by itself: by crypto, or by a card subscription that has ended. */
export type PlanStatus = 'active' | 'cancelling' | 'unpaid' | 'one_time';

/** The plan that an account has paid for. */
export interface RunningPlan {
  readonly order: Order;
  readonly planId: number;
  readonly status: PlanStatus;
  /** When its first payment was made. */
  readonly since: Date;
  readonly paidUntil: Date;
  /** When the check credits that are left lapse without another payment. */
  readonly lapsesAt: Date;
  /** What arrives next, with this payment or with the renewal; null when nothing more does. */
  readonly nextAddition: { readonly at: Date; readonly checks: number; readonly isRenewal: boolean } | null;
}

/** With everything that is still to arrive, also of plans that it replaced. */
export type CurrentPlan = RunningPlan & { readonly additions: readonly Addition[] };

type PlanDeps = Pick<SettleDeps, 'db' | 'orders' | 'payments' | 'clock'>;

/**
 * The plan whose first payment is newest among those that have not lapsed, which is the account's current tariff; where
 * all have, the newest that still renews or is tried again. Null without a plan.
 */
export async function runningPlanOf(deps: PlanDeps, sub: string): Promise<CurrentPlan | null> {
  const plans: RunningPlan[] = [];
  for (const order of await deps.orders.plansOf(deps.db, sub)) {
    const plan = await readPlan(deps, order);
    if (plan !== null) plans.push(plan);
  }
  const now = deps.clock.now();
  const newestFirst = plans.toSorted(
    (a, b) => b.since.getTime() - a.since.getTime() || (a.order.id < b.order.id ? 1 : -1),
  );
  const current = newestFirst.find(({ lapsesAt: lapses }) => lapses > now) ?? newestFirst[0] ?? null;
  if (current === null) return null;
  return { ...runsOn(current, plans), additions: await additionsOf(deps, sub, current) };
}

/** What is paid for, and what the renewal brings where that is what comes next of the plan. */
async function additionsOf(deps: PlanDeps, sub: string, plan: RunningPlan): Promise<readonly Addition[]> {
  const { planId, nextAddition } = plan;
  const paid = await comingAdditions(deps, sub);
  if (nextAddition?.isRenewal !== true) return paid;
  const { at, checks } = nextAddition;
  return [...paid, { at, checks, planId }].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * A plan paid by crypto several times runs to the end of all its payments. That end is stored with the payment that was
 * booked last, which is not always the one that was paid last.
 */
function runsOn(current: RunningPlan, plans: readonly RunningPlan[]): RunningPlan {
  if (!isCryptoPlan(current.order)) return current;
  const same = plans.filter(({ order, planId }) => isCryptoPlan(order) && planId === current.planId);
  const paidUntil = new Date(Math.max(...same.map((plan) => plan.paidUntil.getTime())));
  return { ...current, paidUntil, lapsesAt: lapsesAt(paidUntil) };
}

async function readPlan({ db, payments, clock }: PlanDeps, order: Order): Promise<RunningPlan | null> {
  if (order.planId === null) return null;
  const kept = (await payments.ofOrder(db, order.id)).filter(
    ({ status }) => status === 'paid' || status === 'disputed',
  );
  const ends = kept.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt.getTime()]));
  const since = kept[0]?.paidAt;
  if (ends.length === 0 || since === undefined) return null;
  const status = statusOf(order);
  const paidUntil = new Date(Math.max(...ends));
  const lapses = lapsesAt(paidUntil);
  if (status === 'one_time' && lapses <= clock.now()) return null;
  const planned = await payments.nextAddAt(db, order.id);
  const nextAt = planned ?? (status === 'active' ? paidUntil : null);
  return {
    order,
    planId: order.planId,
    status,
    since,
    paidUntil,
    lapsesAt: lapses,
    nextAddition:
      nextAt === null
        ? null
        : { at: nextAt, checks: checksPerMonthOf(order.planId, order), isRenewal: planned === null },
  };
}

function statusOf({ subscriptionStatus }: Order): PlanStatus {
  return subscriptionStatus === null || subscriptionStatus === 'ended' ? 'one_time' : subscriptionStatus;
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
 * Lets the newest subscription renew again. It books nothing: check credits come with payments only. One that another
 * plan replaced stays cancelled, because the account pays for the newest plan only; so does one that was paid back, and
 * one that has ended meanwhile.
 *
 * @throws AppError NoSubscription
 */
export async function resumeSubscription(deps: SubscriptionDeps, sub: string): Promise<void> {
  const { db, orders, payments, cards, clock } = deps;
  const [newest] = await orders.subscriptionsOf(db, sub);
  const order = newest === undefined ? null : await lookAtOrder(deps, newest.id);
  if (order === null || order.sub !== sub || order.subscription === null) throw new AppError('NoSubscription');
  const replaced = await orders.replaced(db, clock.now(), sub);
  if (replaced.some(({ id }) => id === order.id)) throw new AppError('NoSubscription');
  if (order.subscriptionStatus === 'active') return;
  const isPaid = (await payments.ofOrder(db, order.id)).at(-1)?.status === 'paid';
  if (order.subscriptionStatus !== 'cancelling' || !isPaid) throw new AppError('NoSubscription');
  await cards.resume(order.subscription);
  await lookAtOrder(deps, order.id);
}
