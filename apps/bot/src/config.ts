import { z } from 'zod';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const secret = (expected: string, least: number) =>
  z.string().regex(new RegExp(`^[\\w.~+/-]{${least},256}$`), expected);

/** Every setting of the bot: its name in the environment, what it must be, and what it is when unset. */
const settings = {
  BOT_TOKEN: z.string().regex(/^\d{1,20}:[\w-]{20,100}$/, 'the token of a Telegram bot, 123456:ABC…'),
  BOT_API_SECRET: secret('a secret of 32 to 200 random letters, digits or . _ ~ + / -', 32),
  BOT_SERVER_URL: httpUrl('the address of the API, such as http://127.0.0.1:3000/api').default(
    'http://127.0.0.1:3000/api',
  ),
  BOT_TELEGRAM_URL: httpUrl('the address of a Bot API server').default('https://api.telegram.org'),
  BOT_MODE: z.enum(['polling', 'webhook'], 'polling or webhook').default('polling'),
  BOT_WEBHOOK_URL: httpUrl('the public https address that Telegram calls').optional(),
  BOT_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{16,256}$/, 'a secret of 16 to 256 letters, digits, _ or -')
    .optional(),
  BOT_WEBHOOK_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'a host name or an IP address')
    .default('127.0.0.1'),
  BOT_WEBHOOK_PORT: wholeNumber(0, 65_535, 'a port number from 0 to 65535').default(8081),
  BOT_CHATS_AT_ONCE: wholeNumber(1, 100, 'a number of updates, 1 to 100').default(100),
  BOT_MESSAGES_PER_SECOND: wholeNumber(1, 1_000, 'a number of messages, 1 to 1000').default(25),
  PRODUCT_NAME: z.string().trim().min(1).max(40, 'a name of 1 to 40 characters').default('Assay'),
  SUPPORT_EMAIL: z.email('an email address').default('support@example.org'),
  LOG_LEVEL: z.enum(LOG_LEVELS, LOG_LEVELS.join(', ')).default('warn'),
};

export const SETTING_NAMES: readonly string[] = Object.keys(settings);

export interface WebhookConfig {
  readonly url: string;
  readonly secret: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Config {
  /** The token that Telegram issued. */
  readonly token: string;
  /** The secret that authenticates the bot to the server. */
  readonly apiSecret: string;
  /** API of the product, without a slash at the end. */
  readonly serverUrl: string;
  /** Base URL of the Bot API: Telegram's, or a self-hosted server. */
  readonly telegramUrl: string;
  /** Null: long polling. */
  readonly webhook: WebhookConfig | null;
  /** Updates handled at the same time, 1 to 100: Telegram sends no more before the first is confirmed. */
  readonly chatsAtOnce: number;
  readonly messagesPerSecond: number;
  readonly productName: string;
  readonly supportEmail: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A setting is wrong. The message names each wrong setting and what is expected, never the given value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The only code that reads the environment. An empty text counts as unset. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]?.trim()]).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const parsed = z.object(settings).safeParse(given);
  if (!parsed.success) throw unusable(parsed.error.issues.map(sentenceOf));
  const value = parsed.data;
  return {
    token: value.BOT_TOKEN,
    apiSecret: value.BOT_API_SECRET,
    serverUrl: value.BOT_SERVER_URL,
    telegramUrl: value.BOT_TELEGRAM_URL,
    webhook: value.BOT_MODE === 'webhook' ? webhookOf(value) : null,
    chatsAtOnce: value.BOT_CHATS_AT_ONCE,
    messagesPerSecond: value.BOT_MESSAGES_PER_SECOND,
    productName: value.PRODUCT_NAME,
    supportEmail: value.SUPPORT_EMAIL,
    logLevel: value.LOG_LEVEL,
  };
}

function webhookOf(value: {
  BOT_WEBHOOK_URL?: string | undefined;
  BOT_WEBHOOK_SECRET?: string | undefined;
  BOT_WEBHOOK_HOST: string;
  BOT_WEBHOOK_PORT: number;
}): WebhookConfig {
  const { BOT_WEBHOOK_URL: url, BOT_WEBHOOK_SECRET: key } = value;
  if (url === undefined || key === undefined) {
    const missing = Object.entries({ BOT_WEBHOOK_URL: url, BOT_WEBHOOK_SECRET: key }).filter(
      ([, one]) => one === undefined,
    );
    throw unusable(missing.map(([name]) => `  ${name} must be set where BOT_MODE is webhook`));
  }
  return { url, secret: key, host: value.BOT_WEBHOOK_HOST, port: value.BOT_WEBHOOK_PORT };
}

function sentenceOf({ path: [name], message, code }: z.core.$ZodIssue): string {
  const isMissing = code === 'invalid_type';
  return `  ${String(name)} must be ${isMissing ? 'set' : message}`;
}

function unusable(lines: readonly string[]): ConfigError {
  return new ConfigError(`The settings are not usable:\n${[...new Set(lines)].join('\n')}`);
}

function httpUrl(expected: string) {
  return z.url({ protocol: /^https?$/, error: expected }).transform((url) => url.replace(/\/+$/, ''));
}

function wholeNumber(least: number, most: number, expected: string) {
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((number) => number >= least && number <= most, expected);
}
