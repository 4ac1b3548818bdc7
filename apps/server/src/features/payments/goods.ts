import { listedPlans, PERIOD_MONTHS, PLANS, type Plan, type PlanPeriod, priceOfChecks } from '@assay/domain';
import { countOf } from '@assay/wording';

/** What is bought, at the price of the catalogue. */
export interface Goods {
  readonly planId: number | null;
  /** Of one payment period. */
  readonly checks: number;
  readonly amountCents: number;
}

export function goodsOfChecks(checks: number): Goods {
  return { planId: null, checks, amountCents: priceOfChecks(checks).priceCents };
}

/** Null for a plan that cannot be bought: unknown, free, coming soon, by contact. */
export function goodsOfPlan(planId: number): Goods | null {
  const plan = listedPlans().find(({ id }) => id === planId);
  if (plan === undefined || monthsOf(plan) === null || plan.priceCents === 0) return null;
  return { planId, checks: plan.numberChecks, amountCents: plan.priceCents };
}

/** How many months a payment of the plan covers; null for a plan that is no subscription. */
export function monthsOf({ paymentPeriod }: Plan): number | null {
  return isPlanPeriod(paymentPeriod) ? PERIOD_MONTHS[paymentPeriod] : null;
}

export function planNamed(planId: number): Plan {
  const plan = PLANS.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`No plan ${planId}`);
  return plan;
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
