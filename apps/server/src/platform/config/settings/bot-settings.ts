import { z } from 'zod';
import type { OperatorFacts } from './operator-settings.ts';
import { SECRET, wholeNumber } from './setting-kinds.ts';

/** The Telegram bot, as the server knows it. */
export interface BotFacts {
  /** Telegram's own; null where the product starts no bot. */
  readonly token: string | null;
  /** What the bot shows to be believed, the valid one first; a second one is valid while it is being changed. */
  readonly secrets: readonly string[];
  /** Checks a Telegram account is given, once ever. */
  readonly freeChecks: number;
  /** What the bot's own process gets of the environment: its settings, and what any program needs. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The bot's name on Telegram, without the @; null if this installation runs no bot, or its name is not set. */
export function botNameOf(bot: BotFacts, operator: Pick<OperatorFacts, 'botUsername'>): string | null {
  const hasBot = bot.token !== null || bot.secrets.length > 0;
  return hasBot ? operator.botUsername : null;
}

/** Settings that the bot's own process reads, and the server only hands on. */
export const BOT_PROCESS_SETTINGS = [
  'BOT_SERVER_URL',
  'BOT_TELEGRAM_URL',
  'BOT_MODE',
  'BOT_WEBHOOK_URL',
  'BOT_WEBHOOK_SECRET',
  'BOT_WEBHOOK_HOST',
  'BOT_WEBHOOK_PORT',
  'BOT_CHATS_AT_ONCE',
  'BOT_MESSAGES_PER_SECOND',
] as const;

const HANDED_ON = [
  ...BOT_PROCESS_SETTINGS,
  ...['BOT_TOKEN', 'PRODUCT_NAME', 'SUPPORT_EMAIL', 'LOG_LEVEL', 'NODE_ENV', 'PATH', 'HOME', 'TZ', 'LANG'],
  ...['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'],
];

// What fits into `Authorization: Bearer …` (RFC 6750 §2.1).
const secret = z.string().regex(/^[\w.~+/-]{32,200}$/, 'a secret of 32 to 200 random letters, digits or . _ ~ + / -');

/** The settings of the environment for the Telegram bot. */
export const botSettings = {
  BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[\w-]{20,100}$/, 'the token of a Telegram bot, 123456:ABC…')
    .optional()
    .meta(SECRET),
  BOT_API_SECRET: secret.optional().meta(SECRET),
  BOT_API_SECRET_PREVIOUS: secret.optional().meta(SECRET),
  BOT_FREE_CHECKS: wholeNumber(0, 999, 'a number of checks, 0 to 999').default(3),
};

type BotValues = z.infer<z.ZodObject<typeof botSettings>>;

export function botOf(value: BotValues, environment: Readonly<Record<string, string | undefined>>): BotFacts {
  const { BOT_API_SECRET, BOT_API_SECRET_PREVIOUS } = value;
  return {
    token: value.BOT_TOKEN ?? null,
    secrets: [BOT_API_SECRET, BOT_API_SECRET_PREVIOUS].filter((given) => given !== undefined),
    freeChecks: value.BOT_FREE_CHECKS,
    environment: Object.fromEntries(
      HANDED_ON.flatMap((name) => {
        const given = environment[name];
        return given === undefined || given.trim() === '' ? [] : [[name, given] as const];
      }),
    ),
  };
}
