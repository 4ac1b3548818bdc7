import type { Holdings, UserTariff } from '@assay/contracts';
import { PLANS, type Plan } from '@assay/domain';
import type { StoredTariff } from './tariffs.store.ts';

/**
 * What an account has at `now`, as the API shows it. A tariff past its end counts only with the check credits that were
 * used of it. The current tariff is the plan that was opened last, because another plan replaces the one before; without
 * a plan, the tariff that was opened last.
 */
export function holdingsOf(tariffs: readonly StoredTariff[], now: Date): Holdings {
  const valid = tariffs.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const plans = valid.filter(({ planId }) => !['free', 'default'].includes(planOf(planId).type));
  const current = (plans.length > 0 ? plans : valid).toSorted(byOpening).at(-1);
  const shown = valid.filter((tariff) => tariff.left > 0 || tariff === current);
  return {
    checks: valid.reduce((sum, { left }) => sum + left, 0),
    used_checks: tariffs.reduce((sum, { used }) => sum + used, 0),
    currentTariff: current === undefined ? null : presentTariff(current),
    tariffs: shown.map(presentTariff),
  };
}

/** Of two that were opened at one moment, that of the greater series: payments order their plans in the same way. */
function byOpening(a: StoredTariff, b: StoredTariff): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.series < b.series ? -1 : 1);
}

function presentTariff({ id, left, used, expiresAt, planId }: StoredTariff): UserTariff {
  return {
    id,
    left_checks: left,
    expired_in: expiresAt?.toISOString() ?? null,
    used_checks: used,
    plan: planOf(planId),
  };
}

function planOf(planId: number): Pick<Plan, 'id' | 'name' | 'type'> {
  const plan = PLANS.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`No plan ${planId}`);
  return { id: plan.id, name: plan.name, type: plan.type };
}
