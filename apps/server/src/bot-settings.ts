import { z } from 'zod';

/** The Telegram bot, as the server knows it. */
export interface BotFacts {
  /** Telegram's own; null where the product starts no bot. */
  readonly token: string | null;
  /** What the bot shows to be believed, the valid one first; a second one is valid while it is being changed. */
  readonly secrets: readonly string[];
  /** Checks a Telegram account is given, once ever. */
  readonly freeChecks: number;
}

// What fits into `Authorization: Bearer …` (RFC 6750 §2.1).
const secret = z.string().regex(/^[\w.~+/-]{32,200}$/, 'a secret of 32 to 200 random letters, digits or . _ ~ + / -');

/** The settings of the environment for the Telegram bot. */
export const botSettings = {
  BOT_TOKEN: z
    .string()
    .regex(/^\d{1,20}:[\w-]{20,100}$/, 'the token of a Telegram bot, 123456:ABC…')
    .optional(),
  BOT_API_SECRET: secret.optional(),
  BOT_API_SECRET_PREVIOUS: secret.optional(),
  BOT_FREE_CHECKS: z
    .string()
    .regex(/^\d{1,3}$/, 'a number of checks, 0 to 999')
    .transform(Number)
    .default(3),
};

type BotValues = z.infer<z.ZodObject<typeof botSettings>>;

export function botOf(value: BotValues): BotFacts {
  const { BOT_API_SECRET, BOT_API_SECRET_PREVIOUS } = value;
  return {
    token: value.BOT_TOKEN ?? null,
    secrets: [BOT_API_SECRET, BOT_API_SECRET_PREVIOUS].filter((given) => given !== undefined),
    freeChecks: value.BOT_FREE_CHECKS,
  };
}
