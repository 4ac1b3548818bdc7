import {
  PERIOD_MONTHS,
  PLAN_FAMILIES,
  PLAN_PERIODS,
  type Plan,
  type PlanDetail,
  type PlanFamily,
  type PlanPeriod,
} from './plan.ts';
import { discounted, type MarketingClaims, type PriceList } from './price-list.ts';

interface FamilyFacts {
  readonly name: string;
  /** Id of the plan for a month; those for longer follow. */
  readonly firstId: number;
}

const FAMILIES: Readonly<Record<PlanFamily, FamilyFacts>> = {
  basic: { name: 'Basic', firstId: 7 },
  standard: { name: 'Standard', firstId: 11 },
  premium: { name: 'Premium', firstId: 15 },
};

/** What is no subscription: nothing is added by itself. */
const SINGLE = {
  priceCents: 0,
  priceWithoutDiscountCents: 0,
  perCheckMills: 0,
  salePercent: 0,
  numberChecks: 0,
  periodCheckAdd: 'none',
  checksPerAdd: 0,
} as const satisfies Partial<Plan>;

/**
 * All plans that an installation with this price list has. Ledgers and payments store their ids and types, which are the same
 * under every price list: add new ones and never change the old. A plan that is not offered is left out, and keeps its id.
 *
 * Prices of several months are whole cents, a half cent rounded up; the price of one check is rounded to a tenth of a cent.
 */
export function plansOf(priceList: PriceList): readonly Plan[] {
  const { checkCents, claims } = priceList;
  const single = { ...SINGLE, details: detailsWith(claims, claims.supportHours) };
  return [
    { ...single, id: 1, name: 'Free', type: 'free', paymentPeriod: 'none', numberChecks: 1, checksPerAdd: 1 },
    { ...single, id: 2, name: 'Lite', type: 'lite', paymentPeriod: 'package' },
    { ...single, id: 3, name: 'Pro', type: 'pro', paymentPeriod: 'package' },
    { ...single, id: 4, name: 'Business', type: 'business', paymentPeriod: 'none' },
    { ...single, id: 5, name: 'Enterprise', type: 'enterprise', paymentPeriod: 'none' },
    {
      ...single,
      id: 6,
      name: 'Flex',
      type: 'default',
      paymentPeriod: 'none',
      priceCents: checkCents,
      priceWithoutDiscountCents: checkCents,
      perCheckMills: checkCents * 10,
    },
    ...PLAN_FAMILIES.flatMap((family) =>
      PLAN_PERIODS.flatMap((period) => subscription(priceList, family, period) ?? []),
    ),
  ];
}

/** Announced, without a price yet. */
const COMING_SOON_IDS: readonly number[] = [2, 3];

/** The plans that are shown: all but Business. */
export function listedPlans(priceList: PriceList): readonly Plan[] {
  return plansOf(priceList).filter((plan) => plan.type !== 'business');
}

/**
 * The plans paid for this period, in the order given.
 *
 * @example plansOfPeriod(listedPlans(DEFAULT_PRICE_LIST), 'month').map((plan) => plan.name) // ['Basic', 'Standard', 'Premium']
 */
export function plansOfPeriod(plans: readonly Plan[], period: PlanPeriod): readonly Plan[] {
  return plans.filter((plan) => plan.paymentPeriod === period);
}

/** Standard is what most people want: it is shown as popular. */
export function isPopularPlan({ type }: Pick<Plan, 'type'>): boolean {
  return type.startsWith('standard_');
}

export function isComingSoon({ id }: Pick<Plan, 'id'>): boolean {
  return COMING_SOON_IDS.includes(id);
}

/**
 * How many checks a plan brings, in words.
 *
 * @example checkCountText({ numberChecks: 0, periodCheckAdd: 'none' }) // 'Any number of checks'
 */
export function checkCountText({
  numberChecks,
  periodCheckAdd,
}: Pick<Plan, 'numberChecks' | 'periodCheckAdd'>): string {
  if (periodCheckAdd === 'none' && numberChecks === 0) return 'Any number of checks';
  return numberChecks === 1 ? '1 check' : `${numberChecks} checks`;
}

/** Null for a plan that is not sold. */
function subscription(priceList: PriceList, family: PlanFamily, period: PlanPeriod): Plan | null {
  const plan = priceList.plans[family];
  if (plan === null) return null;
  const { name, firstId } = FAMILIES[family];
  const months = PERIOD_MONTHS[period];
  const salePercent = priceList.periodDiscountPercent[period];
  const priceWithoutDiscountCents = plan.monthCents * months;
  const priceCents = discounted(priceWithoutDiscountCents, salePercent);
  const numberChecks = plan.checksPerMonth * months;
  return {
    id: firstId + PLAN_PERIODS.indexOf(period),
    name,
    type: `${family}_${months}`,
    paymentPeriod: period,
    priceCents,
    priceWithoutDiscountCents,
    perCheckMills: Math.round((priceCents * 10) / numberChecks),
    salePercent,
    numberChecks,
    periodCheckAdd: 'month',
    checksPerAdd: plan.checksPerMonth,
    details: detailsWith(priceList.claims, plan.support),
  };
}

function detailsWith({ assets }: MarketingClaims, support: string | null): readonly PlanDetail[] {
  const stated = (name: string, value: string | null): PlanDetail =>
    value === null ? { name, type: 'none', value: '' } : { name, type: 'text', value };
  return [
    stated('Available assets', assets),
    { name: 'Shareable link', type: 'icon', value: '' },
    { name: 'Signed PDF-report', type: 'icon', value: '' },
    stated('Support', support),
  ];
}
