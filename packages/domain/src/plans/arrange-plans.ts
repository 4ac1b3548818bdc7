import type { Plan, PlanDetail } from './plan.ts';
import type { MarketingClaims } from './price-list.ts';

const AUTO_RENEWAL: PlanDetail = { name: 'Auto-Renewal', type: 'icon', value: '' };

/**
 * The order and the lines in which fetched plans are shown. Exactly three plans come first, third, second, so that the
 * third is in the middle; the third gets a tick 'Auto-Renewal' as its line 3, and `prioritySupport`, where it is stated,
 * instead of its line 4. Positions count from 1, as the plans were fetched. With any other number of plans nothing changes.
 */
export function arrangePlans(
  plans: readonly Plan[],
  { prioritySupport }: Pick<MarketingClaims, 'prioritySupport'>,
): readonly Plan[] {
  const [first, second, third, ...others] = plans;
  if (first === undefined || second === undefined || third === undefined || others.length > 0) return plans;
  return [first, { ...third, details: withAutoRenewal(third.details, prioritySupport) }, second];
}

function withAutoRenewal(details: Plan['details'], prioritySupport: string | null): Plan['details'] {
  const longer = details.toSpliced(2, 0, AUTO_RENEWAL);
  return longer.length < 4 || prioritySupport === null ? longer : longer.with(3, prioritySupport);
}
