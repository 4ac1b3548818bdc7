import { z } from 'zod';
import { User } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { CONFIRMATIONS, success } from '../wire/envelope.ts';
import { ERROR_NAMES } from '../wire/errors.ts';
import { Tokens } from './tokens.ts';

/** The token of a magic link, as the page found it in its query. */
export const LinkParams = z.object({ link: z.string().min(1).max(256) });

/** The check that travelled with a link, as the list of assets and the rules of addresses know it. */
export const PendingOrder = z
  .object({
    /** Canonical form. */
    address: z.string(),
    ticker: z.string(),
    parent: z.string().nullable(),
    subticker: z.string().nullable(),
    name: z.string(),
  })
  .meta({ id: 'PendingOrder' });
export type PendingOrder = z.infer<typeof PendingOrder>;

/**
 * What became of the check that travelled with the link: started, pending or refused. It starts by itself only in the
 * browser that asked for the link. Elsewhere a stranger may have asked, so it is pending: nothing was spent, and POST
 * /monitor/check with these fields runs it once the user has agreed.
 */
export const ConfirmedCheck = z
  .union([
    z.object({ data: z.object({ sub_id: z.string() }) }),
    z.object({ pending: PendingOrder }),
    z.object({
      error: z.object({
        /** HTTP status the check would have answered with: 403 when no check is left. */
        status: z.number().int(),
        errorName: z.enum(ERROR_NAMES),
        message: z.string(),
      }),
    }),
  ])
  .meta({ id: 'ConfirmedCheck' });
export type ConfirmedCheck = z.infer<typeof ConfirmedCheck>;

/** The limits of a day of what is given for nothing, in the order in which they are applied. */
export const GRANT_LIMITS = ['network', 'domain', 'installation'] as const;
export type GrantLimit = (typeof GRANT_LIMITS)[number];

/** Why a new account has no free check. `mailbox`: it had one before, for another spelling or an account that was deleted. */
export const NO_FREE_CHECK_REASONS = [...GRANT_LIMITS, 'mailbox'] as const;
export type NoFreeCheckReason = (typeof NO_FREE_CHECK_REASONS)[number];

export const ConfirmLinkData = z
  .object({
    user: User,
    /** API clients only: a request of a browser gets its session as a cookie. */
    tokens: Tokens.optional(),
    /** Null when no check was started before signing in. */
    check: ConfirmedCheck.nullable(),
    /** There where the account is new and has no free check: why. It gets none later. Only who holds the mailbox learns it. */
    no_free_check: z.enum(NO_FREE_CHECK_REASONS).optional(),
  })
  .meta({ id: 'ConfirmLinkData' });
export type ConfirmLinkData = z.infer<typeof ConfirmLinkData>;

/** The link was good, and the account has a second factor: `POST /auth/second-step` completes the login. */
export const SecondStepNeeded = z
  .object({
    second_step: z.object({
      /** API clients only, for the header `Second-Step`: a browser gets it as a cookie. */
      token: z.string().optional(),
      /** What the login can be completed by. */
      confirm_by: z.array(z.enum(CONFIRMATIONS)),
      expires_at: z.iso.datetime(),
    }),
  })
  .meta({ id: 'SecondStepNeeded' });
export type SecondStepNeeded = z.infer<typeof SecondStepNeeded>;

/**
 * GET /auth/confirm-link/{link} (row API-06): signs in by a magic link, once. 202: a second factor is needed, and no
 * session was opened. Failures: `TokenExpiredError` with
 * `probablyEmail` (row ENT-12), `InvalidToken` for everything else that is no link to sign in by;
 * its `fields` name `link` where that was used. Refused from other
 * sites and for prefetches; there is no HEAD, as that of a mail scanner must not use the link up.
 */
export const ConfirmLink = {
  method: 'GET',
  path: '/auth/confirm-link/:link',
  summary: 'Sign in by a link, once',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  isChange: true,
  params: LinkParams,
  answers: { 200: success(ConfirmLinkData), 202: success(SecondStepNeeded) },
  errors: ['InvalidToken', 'CompanySignInRequired', 'TokenExpiredError'],
} as const satisfies Contract;

export const LinkStatusData = z
  .object({
    /** True in the browser that asked for the link: there the page confirms by itself, elsewhere behind a button. */
    same_browser: z.boolean(),
    /** Whom the link signs in. */
    email: z.string(),
    /** Whether a check travels with it: started in the browser that asked, pending elsewhere. */
    has_check: z.boolean(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'LinkStatusData' });

/** GET /auth/confirm-link/{link}/status: what confirming would do; uses nothing up. Fails as confirming does. */
export const LinkStatus = {
  method: 'GET',
  path: '/auth/confirm-link/:link/status',
  summary: 'What confirming a link would do; uses nothing up',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  params: LinkParams,
  answers: { 200: success(LinkStatusData) },
  errors: ['InvalidToken', 'TokenExpiredError'],
} as const satisfies Contract;
