import { isComingSoon, type Plan } from '@assay/domain';

/**
 * What is shown in place of a plan's button: `current` and `soon` are disabled, `contact` writes to sales, `none` is
 * for where nothing is sold.
 */
export type PlanOffer = 'current' | 'soon' | 'contact' | 'buy' | 'none';

export interface Buyer {
  /** The plan they are on; null without one. */
  readonly plan: { readonly id: number; readonly type: string } | null;
  /** There is a way to pay, and they may. */
  readonly canBuy: boolean;
}

/** What a person may do with a plan (row BILL-11). Who is on Enterprise talks to sales instead of buying. */
export function offerOf(plan: Pick<Plan, 'id'>, buyer: Buyer): PlanOffer {
  if (buyer.plan?.id === plan.id) return 'current';
  if (isComingSoon(plan)) return 'soon';
  if (buyer.plan?.type === 'enterprise') return 'contact';
  return buyer.canBuy ? 'buy' : 'none';
}
