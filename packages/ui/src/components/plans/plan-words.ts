import { checkCountText, type PaymentPeriod, type Plan, type PlanDetail } from '@assay/domain';

/** The rows of the comparison, in order; the first two are the head and the price. */
export const PLAN_ROWS = [
  'Features',
  'Check your price',
  'Number of checks',
  'Payment period',
  'Available assets',
  'Shareable link',
  'Signed PDF-report',
  'Support',
] as const;

/** Rows that a plan's details contain. */
export const DETAIL_ROWS = ['Available assets', 'Shareable link', 'Signed PDF-report', 'Support'] as const;

const PERIOD_WORDS: Readonly<Record<PaymentPeriod, string>> = {
  package: 'As you need',
  none: 'As you need',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  '3_months': '3 months',
  half_year: '6 months',
  year: 'Year',
};

export function periodText(period: PaymentPeriod): string {
  return PERIOD_WORDS[period];
}

/** '300 checks, 100 a month': how many in all, and how many arrive at a time where that is less. */
export function checksText(plan: Pick<Plan, 'numberChecks' | 'periodCheckAdd' | 'checksPerAdd'>): string {
  const total = checkCountText(plan);
  if (plan.periodCheckAdd !== 'month' || plan.checksPerAdd >= plan.numberChecks) return total;
  return `${total}, ${plan.checksPerAdd} a month`;
}

/** Beside a payment period: '10%', or 'Base' where nothing is off. */
export function periodNote(percent: number): string {
  return percent === 0 ? 'Base' : `${percent}%`;
}

/** 'per month', 'per 3 months'; for what is paid by the check, 'per check'. */
export function perPeriodText(period: PaymentPeriod): string {
  if (period === 'none' || period === 'package') return 'per check';
  return `per ${PERIOD_WORDS[period].toLowerCase()}`;
}

/** Rows that only some plans have, such as 'Auto-Renewal', in the order in which they are found. */
export function moreRows(plans: readonly Pick<Plan, 'details'>[]): readonly string[] {
  const known: readonly string[] = DETAIL_ROWS;
  const names = plans.flatMap(({ details }) =>
    details.flatMap((detail) => (typeof detail === 'string' || detail.type === 'none' ? [] : [detail.name])),
  );
  return [...new Set(names)].filter((name) => !known.includes(name));
}

/** The line of a plan for one row. A line that is only a string speaks of support; null where there is none. */
export function detailOf(plan: Pick<Plan, 'details'>, row: string): PlanDetail | string | null {
  const spoken = plan.details.find((detail) => typeof detail === 'string');
  if (row === 'Support' && spoken !== undefined) return spoken;
  return plan.details.find((detail) => typeof detail !== 'string' && detail.name === row) ?? null;
}
