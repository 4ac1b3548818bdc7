import { z } from 'zod';
import { httpUrl } from './setting-kinds.ts';

/** The networks an operator may be found on: those a promo code can be meant for. */
export const SOCIAL_NETWORKS = ['telegram', 'x', 'facebook', 'instagram', 'linkedin', 'youtube'] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** Who runs this installation and where to reach them. Public: it is shown on pages and in emails. */
export interface OperatorFacts {
  readonly company: string;
  readonly supportEmail: string;
  /** For invoices; lines are separated by line breaks. Null where it is not set. */
  readonly address: string | null;
  readonly taxId: string | null;
  /** Tax that every price includes, in percent. */
  readonly taxPercent: number;
  readonly salesEmail: string;
  /** Null where the operator has none. */
  readonly blogUrl: string | null;
  readonly socialUrls: Readonly<Record<SocialNetwork, string | null>>;
  /** The end-user licence agreement that the terms refer to; null where the terms themselves are all there is. */
  readonly licenceUrl: string | null;
  /** On Telegram, without the @; null where none is named. */
  readonly botUsername: string | null;
}

/** What pages show: of each thing where it leads, null where it is left out. */
export type ShownOperator = Omit<OperatorFacts, 'licenceUrl'> & { readonly licenceUrl: string };

/** Every default names nobody: example.org belongs to no one. */
const EXAMPLE = {
  company: 'Example Operator OÜ',
  supportEmail: 'support@example.org',
  salesEmail: 'sales@example.org',
  blogUrl: 'https://blog.example.org',
  socialUrl: (network: SocialNetwork) => `https://${network}.example.org`,
  licenceUrl: 'https://example.org/eula',
} as const;

/** Whatever contains it names nobody. */
const NOBODY = /\bexample\.org\b/i;

/** The settings of the environment that say who the operator is. */
export const operatorSettings = {
  OPERATOR_COMPANY: z.string().trim().min(1).max(120, 'the name of a company, 1 to 120 characters').optional(),
  OPERATOR_ADDRESS: z.string().trim().min(1).max(300, 'an address of at most 300 characters').optional(),
  OPERATOR_TAX_ID: z.string().trim().min(1).max(40, 'a tax number of at most 40 characters').optional(),
  INVOICE_TAX_PERCENT: z
    .string()
    .regex(/^(?:[0-4]?\d(?:\.\d{1,2})?|50)$/, 'a percentage from 0 to 50')
    .optional(),
  SUPPORT_EMAIL: z.email('an email address').optional(),
  SALES_EMAIL: z.email('an email address').optional(),
  BLOG_URL: publicPage(),
  SOCIAL_TELEGRAM_URL: publicPage(),
  SOCIAL_X_URL: publicPage(),
  SOCIAL_FACEBOOK_URL: publicPage(),
  SOCIAL_INSTAGRAM_URL: publicPage(),
  SOCIAL_LINKEDIN_URL: publicPage(),
  SOCIAL_YOUTUBE_URL: publicPage(),
  EULA_URL: publicPage(),
  BOT_USERNAME: z
    .string()
    .regex(/^\w{5,32}$/, 'the name of a Telegram bot, 5 to 32 letters, digits or underscores, without the @')
    .optional(),
};

type OperatorValues = Readonly<Partial<Record<keyof typeof operatorSettings, string | undefined>>>;

export function operatorOf(value: OperatorValues): OperatorFacts {
  const { SUPPORT_EMAIL: support } = value;
  return {
    company: value.OPERATOR_COMPANY ?? EXAMPLE.company,
    supportEmail: support ?? EXAMPLE.supportEmail,
    address:
      value.OPERATOR_ADDRESS?.split(';')
        .map((line) => line.trim())
        .join('\n') ?? null,
    taxId: value.OPERATOR_TAX_ID ?? null,
    taxPercent: Number(value.INVOICE_TAX_PERCENT ?? 0),
    salesEmail: value.SALES_EMAIL ?? support ?? EXAMPLE.salesEmail,
    blogUrl: value.BLOG_URL ?? null,
    socialUrls: {
      telegram: value.SOCIAL_TELEGRAM_URL ?? null,
      x: value.SOCIAL_X_URL ?? null,
      facebook: value.SOCIAL_FACEBOOK_URL ?? null,
      instagram: value.SOCIAL_INSTAGRAM_URL ?? null,
      linkedin: value.SOCIAL_LINKEDIN_URL ?? null,
      youtube: value.SOCIAL_YOUTUBE_URL ?? null,
    },
    licenceUrl: value.EULA_URL ?? null,
    botUsername: value.BOT_USERNAME ?? null,
  };
}

/** Who sells, as invoices name them. */
export function sellerOf({
  operator,
  productName,
}: {
  readonly operator: OperatorFacts;
  readonly productName: string;
}) {
  const { company, address, taxId, supportEmail, taxPercent } = operator;
  return { company, address, taxId, email: supportEmail, taxPercent, productName };
}

/**
 * Names of the settings with which an installation that strangers can reach would name an operator who does not exist:
 * company and support email while they are not given, and any other that names example.org.
 *
 * @example unnamedOperatorSettings(readConfig({ SUPPORT_EMAIL: 'help@firm.ee' }).operator) // ['OPERATOR_COMPANY']
 */
export function unnamedOperatorSettings(operator: OperatorFacts): readonly string[] {
  const { company, supportEmail, salesEmail } = operator;
  const pairs: readonly (readonly [string, boolean])[] = [
    ['OPERATOR_COMPANY', company === EXAMPLE.company || NOBODY.test(company)],
    ['SUPPORT_EMAIL', NOBODY.test(supportEmail)],
    // Not given, it follows the support email, and naming that one is enough.
    ['SALES_EMAIL', NOBODY.test(salesEmail) && salesEmail !== supportEmail && salesEmail !== EXAMPLE.salesEmail],
    ['BLOG_URL', NOBODY.test(operator.blogUrl ?? '')],
    ...SOCIAL_NETWORKS.map(
      (network) => [`SOCIAL_${network.toUpperCase()}_URL`, NOBODY.test(operator.socialUrls[network] ?? '')] as const,
    ),
    ['EULA_URL', NOBODY.test(operator.licenceUrl ?? '')],
  ];
  return pairs.filter(([, isUnnamed]) => isUnnamed).map(([name]) => name);
}

/**
 * Who is printed on reports as their issuer; null while the settings name nobody.
 *
 * @example operatorOnReports(readConfig({}).operator) // null
 */
export function operatorOnReports({
  company,
  supportEmail,
}: OperatorFacts): { readonly name: string; readonly contact: string } | null {
  if (company === EXAMPLE.company || NOBODY.test(supportEmail)) return null;
  return { name: company, contact: supportEmail };
}

/**
 * What pages show of the operator. On one's own machine every link is there, with example.org for what is not set, so
 * that the pages can be looked at; where others can come, what is not set is left out.
 */
export function shownOperator(
  operator: OperatorFacts,
  { isReachable, publicUrl }: { readonly isReachable: boolean; readonly publicUrl: string },
): ShownOperator {
  if (isReachable) return { ...operator, licenceUrl: operator.licenceUrl ?? `${publicUrl}/terms-of-service` };
  const socialUrls = { ...operator.socialUrls };
  for (const network of SOCIAL_NETWORKS) socialUrls[network] ??= EXAMPLE.socialUrl(network);
  return {
    ...operator,
    blogUrl: operator.blogUrl ?? EXAMPLE.blogUrl,
    socialUrls,
    licenceUrl: operator.licenceUrl ?? EXAMPLE.licenceUrl,
  };
}

function publicPage() {
  return httpUrl('https://blog.example.org').optional();
}
