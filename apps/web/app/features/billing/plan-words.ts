import { countOf, formatCents, formatNamedDay } from '@assay/wording';
import type { Provider, Subscription } from './money.ts';

/** All that is still to arrive, a line each: of plans that were replaced too, which it names. */
export function comingChecks({ next_additions, plan_name }: Subscription, timeZone: string): readonly string[] {
  const sums = new Map<string, number>();
  for (const one of next_additions) {
    const ofPlan = one.plan_name === plan_name ? '' : ` of ${one.plan_name}`;
    const what = `${ofPlan} on ${formatNamedDay(one.at, timeZone)}`;
    // Two payments can bring checks of a plan on one day.
    sums.set(what, (sums.get(what) ?? 0) + one.checks_number);
  }
  return Array.from(sums, ([what, sum]) => `${countOf(sum, 'check')}${what}`);
}

/** What arrives next. Null when nothing more does. */
export function nextChecks({ next_addition }: Subscription, timeZone: string): string | null {
  if (next_addition === null) return null;
  return `${countOf(next_addition.checks_number, 'check')} on ${formatNamedDay(next_addition.at, timeZone)}`;
}

/** The next charge, or why there is none. */
export function renewalText(subscription: Subscription, timeZone: string): string {
  const { status, payment_type, renewal, paid_until } = subscription;
  const paidUntil = formatNamedDay(paid_until, timeZone);
  if (renewal !== null) return `${formatCents(renewal.amount_cents)} on ${formatNamedDay(renewal.at, timeZone)}`;
  switch (status) {
    case 'one_time':
      return payment_type === 'stripe' ? `None. Paid until ${paidUntil}.` : `None. Paid by crypto until ${paidUntil}.`;
    case 'unpaid':
      return 'Not paid. Your card is charged again in the next days.';
    case 'active':
    case 'cancelling':
      return `Cancelled. Paid until ${paidUntil}.`;
  }
}

/** Why there is nothing to cancel. */
export function notRenewedText({ plan_name, paid_until }: Subscription, timeZone: string): string {
  return `${plan_name} does not renew, so there is nothing to cancel. It is paid until ${formatNamedDay(paid_until, timeZone)}.`;
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

/** What becomes of the plan that runs once another one is paid, and how the other one goes on. */
export function changeText(from: Subscription, provider: Provider, timeZone: string): string {
  const { plan_name, status, paid_until, lapses_at, next_addition } = from;
  const isCharged = status === 'active' || status === 'unpaid';
  const charge = isCharged ? ` Your card is not charged for ${plan_name} again.` : '';
  const isAddedBefore = next_addition !== null && next_addition.at < paid_until;
  const more = isAddedBefore
    ? ` The checks of the months you paid for still arrive, next ${nextChecks(from, timeZone)}.`
    : '';
  const renewal = provider === 'stripe' ? 'renews by card' : 'does not renew by itself';
  return `Once the new plan is paid, it starts at once and ${plan_name} ends.${charge} Checks of ${plan_name} that you have stay until ${formatNamedDay(lapses_at, timeZone)}.${more} The new plan ${renewal}.`;
}
