import { countOf, formatNamedDay } from '@assay/wording';
import type { SessionUser } from '../../shell/session/session.tsx';

/** What a person loses with the account, a line each: plans that run, and checks that were paid for or given. */
export function deletionLosses(
  { tariffs, currentTariff }: Pick<SessionUser, 'tariffs' | 'currentTariff'>,
  timeZone: string,
): readonly string[] {
  const isListed = tariffs.some(({ id }) => id === currentTariff?.id);
  const all = currentTariff === null || isListed ? tariffs : [currentTariff, ...tariffs];
  return all.flatMap(({ plan, left_checks, expired_in }) => {
    const checks = countOf(left_checks, 'check');
    if (expired_in !== null) {
      const until = formatNamedDay(expired_in, timeZone);
      return [`Your plan ${plan.name} ends now instead of on ${until}, with ${checks}. A card is not charged again.`];
    }
    return left_checks === 0 ? [] : [`${checks}, ${plan.name}`];
  });
}
