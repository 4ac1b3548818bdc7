import {
  listedPlans,
  PERIOD_MONTHS,
  PLANS,
  type Plan,
  type PlanPeriod,
  type PriceList,
  priceOfChecks,
} from '@assay/domain';
import { countOf } from '@assay/wording';

/** What is bought, at the price of a price list. */
export interface Goods {
  readonly planId: number | null;
  /** Of one payment period. */
  readonly checks: number;
  readonly amountCents: number;
  /** Of one check without discount; null for a plan. */
  readonly unitCents: number | null;
}

export function goodsOfChecks(checks: number, priceList: PriceList): Goods {
  const { priceCents } = priceOfChecks(checks, priceList);
  return { planId: null, checks, amountCents: priceCents, unitCents: priceList.checkCents };
}

/** Null for a plan that cannot be bought: unknown, not offered, free, coming soon, by contact. */
export function goodsOfPlan(planId: number, priceList: PriceList): Goods | null {
  const plan = listedPlans(priceList).find(({ id }) => id === planId);
  if (plan === undefined || monthsOf(plan) === null || plan.priceCents === 0) return null;
  return { planId, checks: plan.numberChecks, amountCents: plan.priceCents, unitCents: null };
}

/** How many months a payment of the plan covers; null for a plan that is no subscription. */
export function monthsOf({ paymentPeriod }: Pick<Plan, 'paymentPeriod'>): number | null {
  return isPlanPeriod(paymentPeriod) ? PERIOD_MONTHS[paymentPeriod] : null;
}

/** What a plan is called and which period it is paid for, offered or not. What it costs and brings, its order says. */
export function planNamed(planId: number): Pick<Plan, 'id' | 'name' | 'type' | 'paymentPeriod'> {
  const plan = PLANS.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`No plan ${planId}`);
  return plan;
}

/** Check credits that each paid month of an order's plan brings: those of the day it was opened, for every renewal. */
export function checksPerMonthOf(planId: number, { checks }: Pick<Goods, 'checks'>): number {
  return Math.floor(checks / (monthsOf(planNamed(planId)) ?? 1));
}

/** What was bought, in words. */
export function titleOf({ planId, checks }: Pick<Goods, 'planId' | 'checks'>): string {
  if (planId === null) return `${checks} checks`;
  const plan = planNamed(planId);
  const months = monthsOf(plan) ?? 1;
  return `${plan.name}, ${countOf(months, 'month')}`;
}

function isPlanPeriod(period: Plan['paymentPeriod']): period is PlanPeriod {
  return Object.hasOwn(PERIOD_MONTHS, period);
}
