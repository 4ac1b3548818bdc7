import { PLANS } from './every-plan.ts';
import type { Plan, PlanType } from './plan.ts';

/** What a workspace may ask for at a time. */
export interface PlanLimits {
  /** Name of the plan that gives them. */
  readonly plan: string;
  /** Of each API key of the workspace. */
  readonly requestsPerMinute: number;
  /** Single checks of the workspace that are unfinished at a time, by API key, on the site and by the bot. */
  readonly runningChecks: number;
}

type Limits = Omit<PlanLimits, 'plan'>;
type WithoutMonths<Type> = Type extends `${infer Family}_${number}` ? Family : Type;

const LEAST: Limits = { requestsPerMinute: 600, runningChecks: 6 };
const BASIC: Limits = { requestsPerMinute: 1_200, runningChecks: 8 };
const STANDARD: Limits = { requestsPerMinute: 2_400, runningChecks: 10 };
const PREMIUM: Limits = { requestsPerMinute: 6_000, runningChecks: 12 };

const LIMITS: Readonly<Record<WithoutMonths<PlanType>, Limits>> = {
  free: LEAST,
  default: LEAST,
  lite: BASIC,
  basic: BASIC,
  pro: STANDARD,
  standard: STANDARD,
  premium: PREMIUM,
  business: PREMIUM,
  enterprise: PREMIUM,
};

const FREE_ID = 1;

/**
 * The limits of a workspace that has these plans at present: those of the plan with the highest ones. A workspace without
 * a plan has the limits of Free.
 *
 * @param planIds ids of {@link PLANS}
 * @throws RangeError for an id that is no plan
 * @example planLimitsOf([1, 15]) // { plan: 'Premium', requestsPerMinute: 6000, runningChecks: 12 }
 */
export function planLimitsOf(planIds: readonly number[]): PlanLimits {
  return [FREE_ID, ...planIds]
    .map(limitsOfPlan)
    .reduce((highest, one) => (one.requestsPerMinute >= highest.requestsPerMinute ? one : highest));
}

function limitsOfPlan(planId: number): PlanLimits {
  const plan = PLANS.find(({ id }) => id === planId);
  if (plan === undefined) throw new RangeError(`No plan ${planId}`);
  return { plan: plan.name, ...LIMITS[familyOf(plan)] };
}

function familyOf({ type }: Plan): WithoutMonths<PlanType> {
  const [family] = type.split('_');
  return family as WithoutMonths<PlanType>;
}
