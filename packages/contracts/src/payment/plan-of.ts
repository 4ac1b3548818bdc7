import type { Plan, PlanType } from '@assay/domain';
import type { PlanData } from './plans.ts';

/**
 * The plan of the catalogue behind what travelled, so that the catalogue's functions (order, popular, texts) can be
 * used on it.
 *
 * @example arrangePlans((await money.plans()).map(planOf), claims)
 */
export function planOf(plan: PlanData): Plan {
  return {
    id: plan.id,
    name: plan.name,
    // An unknown type of a later server is only compared with known ones.
    type: plan.type as PlanType,
    paymentPeriod: plan.payment_period,
    priceCents: plan.price_cents,
    priceWithoutDiscountCents: plan.price_without_discount_cents,
    perCheckMills: plan.per_check_mills,
    salePercent: plan.sale,
    numberChecks: plan.number_checks,
    periodCheckAdd: plan.period_check_add,
    checksPerAdd: plan.checks_per_add,
    details: plan.details,
  };
}
