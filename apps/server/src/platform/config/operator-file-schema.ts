import {
  DEFAULT_PRICE_LIST,
  LEAST_CHECKS,
  MOST_CHECKS,
  PLAN_FAMILIES,
  type PriceList,
  plansOf,
  priceOfChecks,
} from '@assay/domain';
import { z } from 'zod';
import { SOCIAL_NETWORKS } from './settings/operator-settings.ts';

/** Less than this no card payment can be: the card provider refuses it. In US cents. */
const LEAST_PAYMENT_CENTS = 50;
/** More than this the card provider takes in no payment. In US cents. */
const MOST_PAYMENT_CENTS = 99_999_999;

/** More do not fit below the scale on a phone. */
const MOST_DISCOUNTS = 4;

/** Settings of the environment that the file may hold instead, by their name in the file. */
const TEXTS = {
  product_name: 'PRODUCT_NAME',
  company: 'OPERATOR_COMPANY',
  address: 'OPERATOR_ADDRESS',
  tax_id: 'OPERATOR_TAX_ID',
  tax_percent: 'INVOICE_TAX_PERCENT',
  support_email: 'SUPPORT_EMAIL',
  sales_email: 'SALES_EMAIL',
  blog_url: 'BLOG_URL',
  licence_url: 'EULA_URL',
  bot_username: 'BOT_USERNAME',
} as const;

const SHORT_TEXT = 'a text of 1 to 60 characters in one line';
const PERCENT = 'a whole percentage from 0 to 90';
const claim = z
  .string()
  .trim()
  .min(1, SHORT_TEXT)
  .max(60, SHORT_TEXT)
  .regex(/^[^\n\r]*$/, SHORT_TEXT);
const setting = z.union([z.string().trim().min(1), z.number()], 'a text').transform(String);
const percent = z.int(PERCENT).min(0, PERCENT).max(90, PERCENT);

const plan = z.strictObject({
  offered: z.boolean('true or false').optional(),
  month: dollars(100, 1_000_000).optional(),
  checks_per_month: wholeFrom(1, MOST_CHECKS).optional(),
  support: claim.optional(),
});

/** What an operator says in a file: who runs the installation, what it sells, and what is claimed of it. */
export const operatorFile = z
  .strictObject({
    ...mapped(Object.keys(TEXTS) as (keyof typeof TEXTS)[], () => setting.optional()),
    social: z.strictObject(mapped(SOCIAL_NETWORKS, () => setting.optional())).optional(),
    claims: z
      .strictObject({ assets: claim.optional(), support_hours: claim.optional(), priority_support: claim.optional() })
      .optional(),
    prices: z
      .strictObject({
        currency: z.literal('USD', 'USD: orders, invoices and payment providers count in US cents').optional(),
        check: dollars(1, 100_000).optional(),
        discounts: z
          .array(z.strictObject({ from: wholeFrom(LEAST_CHECKS + 1, MOST_CHECKS), percent }))
          .max(MOST_DISCOUNTS, `a list of at most ${MOST_DISCOUNTS} discounts`)
          .refine(isRising, 'a list in which each discount begins at more checks and is higher than the one before')
          .optional(),
        periods: z.strictObject({ '3_months': percent, half_year: percent, year: percent }).partial().optional(),
      })
      .optional(),
    plans: z.strictObject(mapped(PLAN_FAMILIES, () => plan.optional())).optional(),
  })
  .transform((file) => ({ settings: settingsOf(file), priceList: priceListOf(file) }))
  .superRefine(({ priceList }, context) => {
    for (const { path, message } of problemsOf(priceList))
      context.addIssue({ code: 'custom', path: [...path], message });
  });

export const OPERATOR_FILE_RULES = { schema: operatorFile, largest: 65_536 } as const;

/** Names are those of the environment; the price list is whole. */
export type OperatorFile = z.output<typeof operatorFile>;

interface FileTexts extends Partial<Record<keyof typeof TEXTS, string | undefined>> {
  readonly social?: Partial<Record<(typeof SOCIAL_NETWORKS)[number], string | undefined>> | undefined;
}

function settingsOf(file: FileTexts): Readonly<Record<string, string>> {
  const texts = Object.entries(TEXTS).map(([key, name]) => [name, file[key as keyof typeof TEXTS]] as const);
  const social = SOCIAL_NETWORKS.map((one) => [`SOCIAL_${one.toUpperCase()}_URL`, file.social?.[one]] as const);
  const given = [...texts, ...social].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  // In the environment the lines of an address have semicolons between them.
  return Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll(/\s*\n\s*/g, '; ')]));
}

interface FilePrices {
  readonly claims?:
    | { assets?: string | undefined; support_hours?: string | undefined; priority_support?: string | undefined }
    | undefined;
  readonly prices?:
    | {
        readonly check?: number | undefined;
        readonly discounts?: readonly { readonly from: number; readonly percent: number }[] | undefined;
        readonly periods?:
          | { '3_months'?: number | undefined; half_year?: number | undefined; year?: number | undefined }
          | undefined;
      }
    | undefined;
  readonly plans?: Partial<Record<(typeof PLAN_FAMILIES)[number], z.output<typeof plan> | undefined>> | undefined;
}

function priceListOf({ claims: said, prices, plans }: FilePrices): PriceList {
  const base = DEFAULT_PRICE_LIST;
  // Prices that are not stated are the default ones; promises that are not stated are not made.
  const isOwn = said !== undefined || prices !== undefined || plans !== undefined;
  const claims = isOwn
    ? {
        assets: said?.assets ?? null,
        supportHours: said?.support_hours ?? null,
        prioritySupport: said?.priority_support ?? null,
      }
    : base.claims;
  const discounts = prices?.discounts;
  return {
    checkCents: prices?.check ?? base.checkCents,
    discountTiers: discounts === undefined ? base.discountTiers : [{ from: 0, percent: 0 }, ...discounts],
    periodDiscountPercent: {
      month: 0,
      '3_months': prices?.periods?.['3_months'] ?? base.periodDiscountPercent['3_months'],
      half_year: prices?.periods?.half_year ?? base.periodDiscountPercent.half_year,
      year: prices?.periods?.year ?? base.periodDiscountPercent.year,
    },
    plans: mapped(PLAN_FAMILIES, (family) => {
      const given = plans?.[family];
      const own = base.plans[family];
      if (own === null || given?.offered === false) return null;
      return {
        monthCents: given?.month ?? own.monthCents,
        checksPerMonth: given?.checks_per_month ?? own.checksPerMonth,
        // What is promised of support in one place is not promised otherwise in another.
        support: given?.support ?? (family === 'basic' ? claims.supportHours : claims.prioritySupport),
      };
    }),
    claims,
  };
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What no single field shows: payments that no provider takes, and checks that cost nothing. */
function problemsOf(list: PriceList): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [index, { from }] of list.discountTiers.entries()) {
    const next = list.discountTiers[index + 1];
    const [fewest, most] = [Math.max(from, LEAST_CHECKS), next === undefined ? MOST_CHECKS : next.from - 1];
    if (priceOfChecks(fewest, list).priceCents < LEAST_PAYMENT_CENTS) {
      const path = index === 0 ? ['prices', 'check'] : ['prices', 'discounts', index - 1, 'percent'];
      problems.push({ path, message: `such that ${fewest} checks cost at least 0.50: less is no card payment` });
    }
    if (priceOfChecks(most, list).priceCents > MOST_PAYMENT_CENTS) {
      const message = `such that ${most} checks cost at most 999999.99: more is no card payment`;
      problems.push({ path: ['prices', 'check'], message });
    }
  }
  for (const { type, perCheckMills, priceCents, periodCheckAdd } of plansOf(list)) {
    if (periodCheckAdd === 'none') continue;
    const path = ['plans', type.split('_')[0] ?? '', 'month'];
    if (perCheckMills < 1) {
      problems.push({ path, message: 'such that a check costs at least a tenth of a cent in every period' });
    }
    if (priceCents > MOST_PAYMENT_CENTS) problems.push({ path, message: 'less: no card payment is that large' });
  }
  if (PLAN_FAMILIES.every((family) => list.plans[family] === null)) {
    problems.push({ path: ['plans'], message: 'such that at least one plan is offered' });
  }
  return problems;
}

/** US dollars with at most two decimals, as text or number; in cents. Never through a fraction of a binary number. */
function dollars(leastCents: number, mostCents: number) {
  const expected = `an amount of US dollars with at most two decimals, ${textOf(leastCents)} to ${textOf(mostCents)}`;
  return z
    .union([z.string(), z.number()], expected)
    .transform(String)
    .pipe(z.string().regex(/^\d{1,7}(?:\.\d{1,2})?$/, expected))
    .transform((text) => {
      const [whole = '', fraction = ''] = text.split('.');
      return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
    })
    .refine((cents) => cents >= leastCents && cents <= mostCents, expected);
}

function textOf(cents: number): string {
  return (cents / 100).toFixed(2);
}

function wholeFrom(least: number, most: number) {
  const expected = `a whole number from ${least} to ${most}`;
  return z.int(expected).min(least, expected).max(most, expected);
}

function isRising(discounts: readonly { readonly from: number; readonly percent: number }[]): boolean {
  return discounts.every(({ from, percent: off }, index) => {
    const before = discounts[index - 1];
    return off > (before?.percent ?? 0) && (before === undefined || from > before.from);
  });
}

function mapped<Key extends string, Value>(keys: readonly Key[], valueFor: (key: Key) => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<Key, Value>;
}
