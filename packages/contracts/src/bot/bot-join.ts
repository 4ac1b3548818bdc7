import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { BotAccount, BotUserParams } from './bot-account.ts';

/** What follows `j-` in the start payload of a join link: 256 random bits in Telegram's alphabet. */
export const JoinToken = z.string().regex(/^[\w-]{43}$/, 'the token of a join link');

export const BotJoinBody = z
  .object({ token: JoinToken })
  .meta({ examples: [{ token: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ' }] });

const JOIN_ERRORS = [
  'JoinLinkNotValid',
  'AccountSuspended',
  'AccountAlreadyJoined',
  'ChatAlreadyJoined',
  'JoinLinkExpired',
  'Overloaded',
] as const;

export const BotJoinPreview = z
  .object({ email: z.string().describe('shortened: a…@example.org'), expires_at: z.iso.datetime() })
  .meta({ id: 'BotJoinPreview' });
export type BotJoinPreview = z.infer<typeof BotJoinPreview>;

/**
 * POST /bot/users/{user_id}/join/preview: whose account a join link is for; does not use it up. The person sees it
 * and must confirm before the chat is joined: opening another person's link must not give away one's history unasked.
 */
export const PreviewBotJoin = {
  method: 'POST',
  path: '/bot/users/:user_id/join/preview',
  summary: 'Whose account a join link is for',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  body: BotJoinBody,
  answers: { 200: success(BotJoinPreview) },
  errors: JOIN_ERRORS,
} as const satisfies Contract;

/** POST /bot/users/{user_id}/join: joins the chat to the account, once. The same pair again is answered the same. */
export const JoinBotAccount = {
  method: 'POST',
  path: '/bot/users/:user_id/join',
  summary: 'Join a chat to an account of the site',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  body: BotJoinBody,
  answers: { 200: success(BotAccount) },
  errors: JOIN_ERRORS,
} as const satisfies Contract;

/** DELETE /bot/users/{user_id}/join: parts the chat from its account. The same answer where it was not joined. */
export const PartBotAccount = {
  method: 'DELETE',
  path: '/bot/users/:user_id/join',
  summary: 'Part a chat from its account',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  answers: { 200: success(BotAccount) },
  errors: ['Overloaded'],
} as const satisfies Contract;
