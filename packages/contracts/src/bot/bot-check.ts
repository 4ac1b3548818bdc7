import { MAX_ADDRESS_LENGTH } from '@assay/domain';
import { z } from 'zod';
import { CheckRequest } from '../monitor/check.ts';
import { CheckPhase } from '../monitor/check-phase.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { BotUserParams } from './bot-account.ts';
import { BotResult, BotResultOf3 } from './bot-result.ts';

/**
 * Required: chat and update id, such as `77:123456`. The same key of the same Telegram user answers the check it
 * started first, and spends nothing again. A check that failed frees its key: ask again.
 */
export const BotCheckHeaders = z.object({ 'idempotency-key': z.string().regex(/^[\x21-\x7e]{1,100}$/) });

const started = BotResult.pick({ sub_id: true, ticker: true, parent: true, address: true }).extend({
  /** Whether it was taken from the balance; a running one is reserved and may still be given back. */
  charged: z.boolean(),
  /** What can be spent from the chat from here on. */
  checks: z.number().int().nonnegative(),
});

/** A check of the chat. Stars never show early. */
export const BotCheck = z
  .discriminatedUnion('status', [
    started.extend({ status: z.literal('done'), result: BotResult }),
    /** Of version 3 of the method. */
    started.extend({ status: z.literal('done_of_3'), result: BotResultOf3 }),
    started.extend({
      status: z.literal('running'),
      progress: z.number().min(0).max(1),
      /** Not there where another server runs it. */
      phase: CheckPhase.optional(),
    }),
    /** Given back. */
    started.extend({ status: z.literal('failed') }),
  ])
  .meta({ id: 'BotCheck' });
export type BotCheck = z.infer<typeof BotCheck>;

/**
 * POST /bot/users/{user_id}/checks: checks one address for a Telegram user. Answers within 15 s: 200 with the result,
 * or 202 with its `sub_id`, to be followed at GET /bot/users/{user_id}/checks/{sub_id}. The same address and asset
 * within 24 hours is free; what fails or ends without a rating is given back.
 */
export const RunBotCheck = {
  method: 'POST',
  path: '/bot/users/:user_id/checks',
  summary: 'Check an address for a Telegram user',
  description: 'Answers within 15 s: 200 with the result, or 202 while it runs.',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  headers: BotCheckHeaders,
  body: CheckRequest,
  answers: { 200: success(BotCheck), 202: success(BotCheck) },
  errors: [
    'NotEnoughChecks',
    'AccountSuspended',
    'ChatRefused',
    'CheckCancelled',
    'IdempotencyKeyReused',
    'InvalidAddress',
    'SecretNotAddress',
    'TransactionNotAddress',
    'UnknownAsset',
    'TooManyChecks',
    'UnchargedLimitReached',
    'CheckFailed',
    'LabelsNotLoaded',
    'Overloaded',
  ],
} as const satisfies Contract;

export const BotCheckParams = BotUserParams.extend({ sub_id: z.string() });

/** GET /bot/users/{user_id}/checks/{sub_id}: a check this Telegram user may open: own, or shared. Never spends. */
export const ReadBotCheck = {
  method: 'GET',
  path: '/bot/users/:user_id/checks/:sub_id',
  summary: 'Read a check for a Telegram user',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotCheckParams,
  answers: { 200: success(BotCheck) },
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;

/** GET /bot/users/{user_id}/checks/{sub_id}/pdf: the signed report, `{product}-report-{sub_id}.pdf`. */
export const ReadBotReport = {
  method: 'GET',
  path: '/bot/users/:user_id/checks/:sub_id/pdf',
  summary: 'The signed report of a check, for a Telegram user',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotCheckParams,
  contentType: 'application/pdf',
  errors: ['NotFound', 'NoCertificate', 'ReportNotReady', 'ReportMissing', 'SigningUnavailable', 'Overloaded'],
} as const satisfies Contract;

export const BotShare = z
  .object({
    /** Only owners can revoke and restore. */
    is_owner: z.boolean(),
    url: z.string(),
    /** Since when nobody but the owner can open it; null while it is shared. */
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BotShare' });
export type BotShare = z.infer<typeof BotShare>;

/** PUT: the link that opens a result for its holder; undoes a revocation if the caller owns the check. */
export const ShareBotCheck = {
  method: 'PUT',
  path: '/bot/users/:user_id/checks/:sub_id/share',
  summary: 'The link that opens a result',
  description: 'Undoes a revocation where the caller owns the check.',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotCheckParams,
  answers: { 200: success(BotShare) },
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;

/** DELETE: nobody but the owner finds the result any more. */
export const UnshareBotCheck = {
  method: 'DELETE',
  path: '/bot/users/:user_id/checks/:sub_id/share',
  summary: 'Revoke a shared result from a chat',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotCheckParams,
  answers: { 200: success(BotShare) },
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;

/** Most results that the look-up for inline mode answers. */
export const BOT_CACHED_RESULTS = 10;

/**
 * GET /bot/users/{user_id}/results?address=: results that are there already, for inline mode: the Telegram user's own,
 * newest first, one per asset. Without an address the newest of the history. Never checks and never spends.
 */
export const CachedBotResults = {
  method: 'GET',
  path: '/bot/users/:user_id/results',
  summary: 'Results that are there already, for inline mode',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  query: z.object({ address: z.string().trim().max(MAX_ADDRESS_LENGTH).default('') }),
  answers: { 200: success(z.object({ results: z.array(BotResult) })) },
  errors: ['SecretNotAddress', 'Overloaded'],
} as const satisfies Contract;
