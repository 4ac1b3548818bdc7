import { formatNamedDay } from '@assay/wording';
import { endsSoon } from './ends-soon.ts';
import type { Subscription } from './money.ts';

/**
 * What a person has to know about the end of their plan; null for nothing. It says nothing to customers whose plan renews by itself,
 * unless a renewal was not paid.
 *
 * @param subscription null for a plan that was not bought here
 * @param expiredIn when the checks of the plan lapse
 */
export function planEnd(
  subscription: Subscription | null,
  expiredIn: string | null,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): string | null {
  const soon = 'Your subscription ends soon.';
  if (subscription === null) return endsSoon(expiredIn, now) ? soon : null;
  const { status, plan_name, paid_until, lapses_at } = subscription;
  if (status === 'active') return null;
  const rest = `Checks of ${plan_name} that are left lapse on ${formatNamedDay(lapses_at, timeZone)}.`;
  if (status === 'unpaid') return `The renewal of ${plan_name} was not paid; your card is charged again soon. ${rest}`;
  if (new Date(paid_until) <= now) return `Your subscription has ended. ${rest}`;
  return endsSoon(paid_until, now) ? soon : null;
}
