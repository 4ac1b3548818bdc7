import { countOf, formatCents, formatNamedDay } from '@assay/wording';
import type { Subscription } from './money.ts';

/** What arrives next. Null when nothing more does. */
export function nextChecks({ next_addition }: Subscription, timeZone: string): string | null {
  if (next_addition === null) return null;
  return `${countOf(next_addition.checks_number, 'check')} on ${formatNamedDay(next_addition.at, timeZone)}`;
}

/** The next charge, or why there is none. */
export function renewalText({ status, renewal, paid_until }: Subscription, timeZone: string): string {
  const paidUntil = formatNamedDay(paid_until, timeZone);
  if (renewal !== null) return `${formatCents(renewal.amount_cents)} on ${formatNamedDay(renewal.at, timeZone)}`;
  switch (status) {
    case 'one_time':
      return `None. Paid by crypto until ${paidUntil}.`;
    case 'unpaid':
      return 'Not paid. Your card is charged again in the next days.';
    case 'active':
    case 'cancelling':
      return `Cancelled. Paid until ${paidUntil}.`;
  }
}

/** Why there is nothing to cancel. */
export function notRenewedText({ plan_name, paid_until }: Subscription, timeZone: string): string {
  return `${plan_name} was paid once and does not renew, so there is nothing to cancel. It is paid until ${formatNamedDay(paid_until, timeZone)}.`;
}

/** What a cancellation does to the plan and to its checks. */
export function cancelText(subscription: Subscription, timeZone: string): string {
  const { plan_name, status, paid_until, lapses_at, next_addition } = subscription;
  const lapse = `Checks of this plan that are left on ${formatNamedDay(lapses_at, timeZone)} lapse; your other checks stay.`;
  if (status === 'unpaid') return `Your card is not charged again for ${plan_name}. ${lapse}`;
  const isAddedBefore = next_addition !== null && next_addition.at < paid_until;
  const more = isAddedBefore ? ` You still get ${nextChecks(subscription, timeZone)}.` : '';
  return `${plan_name} is paid until ${formatNamedDay(paid_until, timeZone)} and is not charged again. You keep the checks you have.${more} ${lapse}`;
}
