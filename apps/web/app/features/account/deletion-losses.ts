import type { CallAnswer } from '@assay/contracts/client';
import { countOf, formatNamedDay } from '@assay/wording';
import { KEPT_MONEY } from '../../shell/session/kept-money.ts';

/** What ends with the account. */
export type AccountLosses = CallAnswer<'GET /account/losses'>;

/**
 * What a person loses with the account, a line each: plans that run, and checks that were paid for or given, arrived or not; then the
 * companies that are left, whose balances are not the person's.
 */
export function deletionLosses(
  {
    tariffs,
    currentTariff,
    companies,
    next_additions,
    charges_card,
    keeps_money,
  }: Omit<AccountLosses, 'last_owner_of' | 'held_to'>,
  timeZone: string,
): readonly string[] {
  const isListed = tariffs.some(({ id }) => id === currentTariff?.id);
  const all = currentTariff === null || isListed ? tariffs : [currentTariff, ...tariffs];
  // Only one plan is charged for, and after a change two can be listed: said once, behind the last of them.
  const lastPlan = all.findLast(({ expired_in }) => expired_in !== null);
  const own = all.flatMap((tariff) => {
    const { plan, left_checks, expired_in } = tariff;
    const checks = countOf(left_checks, 'check');
    if (expired_in !== null) {
      const until = formatNamedDay(expired_in, timeZone);
      const charge = charges_card && tariff === lastPlan ? ' Your card is not charged again.' : '';
      return [`Your plan ${plan.name} ends now instead of on ${until}, with ${checks}.${charge}`];
    }
    return left_checks === 0 ? [] : [`${checks}, ${plan.name}`];
  });
  const coming = Array.from(
    Map.groupBy(next_additions, ({ plan_name }) => plan_name),
    ([plan, months]) => {
      const sum = months.reduce((all, { checks_number }) => all + checks_number, 0);
      const last = months.reduce((latest, { at }) => (at > latest ? at : latest), '');
      return `${countOf(sum, 'check')} of ${plan} that you paid for and that were to arrive by ${formatNamedDay(last, timeZone)}`;
    },
  );
  return [
    ...own,
    ...coming,
    ...(keeps_money ? [KEPT_MONEY] : []),
    ...companies.map(
      (name) =>
        `Your membership of ${name}: its checks stay with it, and API keys, webhooks and open invitations that you made there are revoked.`,
    ),
  ];
}
