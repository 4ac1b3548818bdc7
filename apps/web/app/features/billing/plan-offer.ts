import { isComingSoon, type Plan } from '@assay/domain';
import type { Provider, Subscription } from './money.ts';

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

/**
 * Whether a plan that is bought ends the one that runs. Only one that was paid by crypto, and is paid by crypto again,
 * runs on.
 */
export function changesPlan(
  from: Pick<Subscription, 'plan_id' | 'payment_type'>,
  planId: number,
  provider: Provider,
): boolean {
  return from.plan_id !== planId || from.payment_type !== 'nowpayments' || provider !== 'nowpayments';
}
