/** What a payment buys time for. `package` and `none` buy none. */
export type PaymentPeriod = 'package' | 'none' | 'month' | 'day' | 'week' | '3_months' | 'half_year' | 'year';

/** The periods a plan is paid for, in the order they are offered. */
export const PLAN_PERIODS = ['month', '3_months', 'half_year', 'year'] as const satisfies readonly PaymentPeriod[];

export type PlanPeriod = (typeof PLAN_PERIODS)[number];

export const PLAN_FAMILIES = ['basic', 'standard', 'premium'] as const;

export type PlanFamily = (typeof PLAN_FAMILIES)[number];

/** `basic_3` is Basic paid for three months; `default` is Flex, pay as you go. */
export type PlanType =
  | 'default'
  | 'free'
  | 'lite'
  | 'pro'
  | 'business'
  | 'enterprise'
  | `${PlanFamily}_${1 | 3 | 6 | 12}`;

/** A line of the comparison. An `icon` is a tick and shows no value; `none` is hidden. */
export interface PlanDetail {
  readonly name: string;
  readonly type: 'text' | 'icon' | 'none';
  readonly value: string;
}

/** One way to come by checks. Money is in whole cents of a US dollar, or in mills, tenths of a cent: never a fraction. */
export interface Plan {
  readonly id: number;
  readonly name: string;
  readonly type: PlanType;
  readonly paymentPeriod: PaymentPeriod;
  /** For the whole payment period; for Flex, for one check. */
  readonly priceCents: number;
  /** What the same checks cost month by month. */
  readonly priceWithoutDiscountCents: number;
  /** Of one check, in tenths of a cent. */
  readonly perCheckMills: number;
  /** Off the price without discount. */
  readonly salePercent: number;
  /** Of the whole payment period; 0 together with `periodCheckAdd: 'none'` means any number. */
  readonly numberChecks: number;
  /** How often checks are added; `none` for what is no subscription. */
  readonly periodCheckAdd: PaymentPeriod;
  /** Checks added each time: a year of Basic brings 30 a month, not 360 at once. */
  readonly checksPerAdd: number;
  /** A line that is only a string is shown as it is. */
  readonly details: readonly (PlanDetail | string)[];
}

export const PERIOD_MONTHS: Readonly<Record<PlanPeriod, 1 | 3 | 6 | 12>> = {
  month: 1,
  '3_months': 3,
  half_year: 6,
  year: 12,
};
