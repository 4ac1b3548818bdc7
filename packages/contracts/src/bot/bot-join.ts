import { z } from 'zod';
import { success } from '../envelope.ts';
import type { ErrorName } from '../errors.ts';
import { BOT_ERRORS, BotAccount, BotUserParams } from './bot-account.ts';

/** What stands behind `j-` in the start payload of a join link: 256 random bits in Telegram's alphabet. */
export const JoinToken = z.string().regex(/^[\w-]{43}$/, 'the token of a join link');

export const BotJoinBody = z.object({ token: JoinToken });
export type BotJoinBody = z.input<typeof BotJoinBody>;

const JOIN_ERRORS = [
  'MalformedRequest',
  'ValidationError',
  'JoinLinkNotValid',
  'AccountAlreadyJoined',
  'ChatAlreadyJoined',
  'JoinLinkExpired',
  ...BOT_ERRORS,
] as const;

export const BotJoinPreview = z
  .object({ email: z.string().describe('shortened: a…@example.org'), expires_at: z.iso.datetime() })
  .meta({ id: 'BotJoinPreview' });
export type BotJoinPreview = z.infer<typeof BotJoinPreview>;

/**
 * POST /bot/users/{user_id}/join/preview: whose account a join link is for; uses nothing up. The person is shown it and
 * asked before the chat is joined: whoever opens a stranger's link must not give the stranger their history unasked.
 */
export const PreviewBotJoin = {
  method: 'POST',
  path: '/bot/users/:user_id/join/preview',
  params: BotUserParams,
  body: BotJoinBody,
  answers: { 200: success(BotJoinPreview) },
  errors: JOIN_ERRORS,
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** POST /bot/users/{user_id}/join: joins the chat to the account, once. The same pair again is answered the same. */
export const JoinBotAccount = {
  method: 'POST',
  path: '/bot/users/:user_id/join',
  params: BotUserParams,
  body: BotJoinBody,
  answers: { 200: success(BotAccount) },
  errors: JOIN_ERRORS,
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

/** DELETE /bot/users/{user_id}/join: parts the chat from its account. The same answer where it was not joined. */
export const PartBotAccount = {
  method: 'DELETE',
  path: '/bot/users/:user_id/join',
  params: BotUserParams,
  answers: { 200: success(BotAccount) },
  errors: ['ValidationError', ...BOT_ERRORS],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
