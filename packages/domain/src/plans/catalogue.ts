import {
  CHECK_PRICE_CENTS,
  PERIOD_DISCOUNT_PERCENT,
  PERIOD_MONTHS,
  PLAN_PERIODS,
  type Plan,
  type PlanDetail,
  type PlanFamily,
  type PlanPeriod,
} from './plan.ts';

interface FamilyFacts {
  readonly family: PlanFamily;
  readonly name: string;
  readonly checksPerMonth: number;
  readonly monthCents: number;
  readonly support: string;
  /** Id of the plan for a month; those for longer follow. */
  readonly firstId: number;
}

const PRIORITY_SUPPORT = '24/7 Priority support';

const FAMILIES: readonly FamilyFacts[] = [
  { family: 'basic', name: 'Basic', checksPerMonth: 30, monthCents: 2400, support: '24/7', firstId: 7 },
  {
    family: 'standard',
    name: 'Standard',
    checksPerMonth: 100,
    monthCents: 6000,
    support: PRIORITY_SUPPORT,
    firstId: 11,
  },
  {
    family: 'premium',
    name: 'Premium',
    checksPerMonth: 300,
    monthCents: 15_000,
    support: PRIORITY_SUPPORT,
    firstId: 15,
  },
];

/** What is no subscription: nothing is added by itself. */
const SINGLE = {
  priceCents: 0,
  priceWithoutDiscountCents: 0,
  perCheckMills: 0,
  salePercent: 0,
  numberChecks: 0,
  periodCheckAdd: 'none',
  checksPerAdd: 0,
  details: detailsWith('24/7'),
} as const satisfies Partial<Plan>;

/** All plans. Ledgers and payments store their ids and types: add new ones and never change the old. */
export const PLANS: readonly Plan[] = [
  { ...SINGLE, id: 1, name: 'Free', type: 'free', paymentPeriod: 'none', numberChecks: 1, checksPerAdd: 1 },
  { ...SINGLE, id: 2, name: 'Lite', type: 'lite', paymentPeriod: 'package' },
  { ...SINGLE, id: 3, name: 'Pro', type: 'pro', paymentPeriod: 'package' },
  { ...SINGLE, id: 4, name: 'Business', type: 'business', paymentPeriod: 'none' },
  { ...SINGLE, id: 5, name: 'Enterprise', type: 'enterprise', paymentPeriod: 'none' },
  {
    ...SINGLE,
    id: 6,
    name: 'Flex',
    type: 'default',
    paymentPeriod: 'none',
    priceCents: CHECK_PRICE_CENTS,
    priceWithoutDiscountCents: CHECK_PRICE_CENTS,
    perCheckMills: CHECK_PRICE_CENTS * 10,
  },
  ...FAMILIES.flatMap((facts) =>
    PLAN_PERIODS.map((period, index) => subscription(facts, period, facts.firstId + index)),
  ),
];

/** Announced, without a price yet. */
const COMING_SOON_IDS: readonly number[] = [2, 3];

/** The plans that are offered: all but Business. */
export function listedPlans(): readonly Plan[] {
  return PLANS.filter((plan) => plan.type !== 'business');
}

/**
 * The plans paid for this period, in the order given.
 *
 * @example plansOfPeriod(listedPlans(), 'month').map((plan) => plan.name) // ['Basic', 'Standard', 'Premium']
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

function subscription(facts: FamilyFacts, period: PlanPeriod, id: number): Plan {
  const months = PERIOD_MONTHS[period];
  const salePercent = PERIOD_DISCOUNT_PERCENT[period];
  const priceWithoutDiscountCents = facts.monthCents * months;
  const priceCents = wholeQuotient(priceWithoutDiscountCents * (100 - salePercent), 100);
  const numberChecks = facts.checksPerMonth * months;
  return {
    id,
    name: facts.name,
    type: `${facts.family}_${months}`,
    paymentPeriod: period,
    priceCents,
    priceWithoutDiscountCents,
    perCheckMills: wholeQuotient(priceCents * 10, numberChecks),
    salePercent,
    numberChecks,
    periodCheckAdd: 'month',
    checksPerAdd: facts.checksPerMonth,
    details: detailsWith(facts.support),
  };
}

/** A catalogue in which a price does not come out even would be wrong: it does not load. */
function wholeQuotient(dividend: number, divisor: number): number {
  if (dividend % divisor !== 0) throw new RangeError(`${dividend} is no multiple of ${divisor}`);
  return dividend / divisor;
}

function detailsWith(support: string): readonly PlanDetail[] {
  return [
    { name: 'Available assets', type: 'text', value: '8000+' },
    { name: 'Shareable link', type: 'icon', value: '' },
    { name: 'Signed PDF-report', type: 'icon', value: '' },
    { name: 'Support', type: 'text', value: support },
  ];
}
