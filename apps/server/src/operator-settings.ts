import { z } from 'zod';
import { httpUrl } from './setting-kinds.ts';

/** The networks an operator may be found on: those a promo code can be meant for. */
export const SOCIAL_NETWORKS = ['telegram', 'x', 'facebook', 'instagram', 'linkedin', 'youtube'] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** Who runs this installation and where to reach them. Public: it stands on pages and in e-mails. */
export interface OperatorFacts {
  readonly company: string;
  readonly supportEmail: string;
  readonly salesEmail: string;
  readonly blogUrl: string;
  readonly socialUrls: Readonly<Record<SocialNetwork, string>>;
  /** The end-user licence agreement that the terms refer to. */
  readonly licenceUrl: string;
  /** On Telegram, without the @. */
  readonly botUsername: string;
}

/** Every default names nobody: example.org belongs to no one. */
const DEFAULTS = {
  OPERATOR_COMPANY: 'Example Operator OÜ',
  SUPPORT_EMAIL: 'support@example.org',
  SALES_EMAIL: 'sales@example.org',
  BLOG_URL: 'https://blog.example.org',
  SOCIAL_TELEGRAM_URL: 'https://telegram.example.org',
  SOCIAL_X_URL: 'https://x.example.org',
  SOCIAL_FACEBOOK_URL: 'https://facebook.example.org',
  SOCIAL_INSTAGRAM_URL: 'https://instagram.example.org',
  SOCIAL_LINKEDIN_URL: 'https://linkedin.example.org',
  SOCIAL_YOUTUBE_URL: 'https://youtube.example.org',
  EULA_URL: 'https://example.org/eula',
  BOT_USERNAME: 'example_org_bot',
} as const;

/** The settings of the environment that say who the operator is. */
export const operatorSettings = {
  OPERATOR_COMPANY: z
    .string()
    .trim()
    .min(1)
    .max(120, 'the name of a company, 1 to 120 characters')
    .default(DEFAULTS.OPERATOR_COMPANY),
  SUPPORT_EMAIL: z.email('an e-mail address').default(DEFAULTS.SUPPORT_EMAIL),
  SALES_EMAIL: z.email('an e-mail address').default(DEFAULTS.SALES_EMAIL),
  BLOG_URL: publicPage(DEFAULTS.BLOG_URL),
  SOCIAL_TELEGRAM_URL: publicPage(DEFAULTS.SOCIAL_TELEGRAM_URL),
  SOCIAL_X_URL: publicPage(DEFAULTS.SOCIAL_X_URL),
  SOCIAL_FACEBOOK_URL: publicPage(DEFAULTS.SOCIAL_FACEBOOK_URL),
  SOCIAL_INSTAGRAM_URL: publicPage(DEFAULTS.SOCIAL_INSTAGRAM_URL),
  SOCIAL_LINKEDIN_URL: publicPage(DEFAULTS.SOCIAL_LINKEDIN_URL),
  SOCIAL_YOUTUBE_URL: publicPage(DEFAULTS.SOCIAL_YOUTUBE_URL),
  EULA_URL: publicPage(DEFAULTS.EULA_URL),
  BOT_USERNAME: z
    .string()
    .regex(/^\w{5,32}$/, 'the name of a Telegram bot, 5 to 32 letters, digits or underscores, without the @')
    .default(DEFAULTS.BOT_USERNAME),
};

type OperatorValues = Readonly<Record<keyof typeof DEFAULTS, string>>;

export function operatorOf(value: OperatorValues): OperatorFacts {
  return {
    company: value.OPERATOR_COMPANY,
    supportEmail: value.SUPPORT_EMAIL,
    salesEmail: value.SALES_EMAIL,
    blogUrl: value.BLOG_URL,
    socialUrls: {
      telegram: value.SOCIAL_TELEGRAM_URL,
      x: value.SOCIAL_X_URL,
      facebook: value.SOCIAL_FACEBOOK_URL,
      instagram: value.SOCIAL_INSTAGRAM_URL,
      linkedin: value.SOCIAL_LINKEDIN_URL,
      youtube: value.SOCIAL_YOUTUBE_URL,
    },
    licenceUrl: value.EULA_URL,
    botUsername: value.BOT_USERNAME,
  };
}

/**
 * Names of the settings that still say 'example.org': with any of them, an installation that strangers can reach would
 * name an operator who does not exist.
 *
 * @example unnamedOperatorSettings(readConfig({ SUPPORT_EMAIL: 'help@firm.ee' }).operator) // all but SUPPORT_EMAIL
 */
export function unnamedOperatorSettings(operator: OperatorFacts): readonly string[] {
  const defaults = operatorOf(DEFAULTS);
  const pairs: readonly (readonly [string, string, string])[] = [
    ['OPERATOR_COMPANY', operator.company, defaults.company],
    ['SUPPORT_EMAIL', operator.supportEmail, defaults.supportEmail],
    ['SALES_EMAIL', operator.salesEmail, defaults.salesEmail],
    ['BLOG_URL', operator.blogUrl, defaults.blogUrl],
    ...SOCIAL_NETWORKS.map(
      (network) =>
        [`SOCIAL_${network.toUpperCase()}_URL`, operator.socialUrls[network], defaults.socialUrls[network]] as const,
    ),
    ['EULA_URL', operator.licenceUrl, defaults.licenceUrl],
    ['BOT_USERNAME', operator.botUsername, defaults.botUsername],
  ];
  return pairs
    .filter(([, given, unnamed]) => given === unnamed || /\bexample\.org\b/.test(given))
    .map(([name]) => name);
}

function publicPage(unnamed: string) {
  return httpUrl('https://blog.example.org').default(unnamed);
}
