import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Languages the bot speaks. */
export const BotLanguage = z.enum(['en', 'ru']);
export type BotLanguage = z.infer<typeof BotLanguage>;

/** A Telegram user id: whom the bot acts for. In a group it is that of the person, never that of the group. */
export const TelegramUserId = z.string().regex(/^[1-9]\d{0,15}$/, 'a Telegram user id');

export const BotUserParams = z.object({ user_id: TelegramUserId });

/** What a Telegram account has here. */
export const BotAccount = z
  .object({
    user_id: TelegramUserId,
    /** Null until it was chosen. */
    language: BotLanguage.nullable(),
    /** Checks that can be spent from the chat now: those of a joined account, and the chat's own. */
    checks: z.number().int().nonnegative(),
    /** The chat's own among them. While joined they are spent after those of the joined account. */
    own_checks: z.number().int().nonnegative(),
    /** How many a Telegram account is given, once ever. */
    free_checks: z.number().int().nonnegative(),
    /** The account of the site whose balance and history this chat uses; null while it is not joined to one. */
    joined: z.object({ email: z.string().describe('shortened: a…@example.org'), since: z.iso.datetime() }).nullable(),
    /** The Telegram user, or the joined account, may neither check nor buy. */
    is_suspended: z.boolean(),
    /** What the operator says about it; null where nothing is said, or nobody is suspended. */
    suspended_reason: z.string().nullable(),
    /** Page of the site where accounts are joined and parted. */
    join_url: z.string(),
  })
  .meta({ id: 'BotAccount' });
export type BotAccount = z.infer<typeof BotAccount>;

export const BotAccountBody = z.object({ language: BotLanguage.optional() }).meta({ examples: [{ language: 'en' }] });

/**
 * PUT /bot/users/{user_id}: opens the account of a Telegram user, or finds the one there is; remembers the language
 * where one is named. The free checks are given here, once ever. Asked as often as one likes: /start, /balance,
 * /language.
 */
export const OpenBotAccount = {
  method: 'PUT',
  path: '/bot/users/:user_id',
  summary: 'Open or read the account of a Telegram user',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  body: BotAccountBody,
  answers: { 200: success(BotAccount) },
  errors: ['Overloaded'],
} as const satisfies Contract;

/**
 * DELETE /bot/users/{user_id}: forgets a Telegram user: id, language, own history, what is left of own checks. The
 * joined account stays as it is. The free checks are not given again.
 */
export const ForgetBotAccount = {
  method: 'DELETE',
  path: '/bot/users/:user_id',
  summary: 'Forget a Telegram user',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  answers: { 200: success(z.object({ deleted: z.literal(true) })) },
  errors: ['UnderLegalHold', 'Overloaded'],
} as const satisfies Contract;
