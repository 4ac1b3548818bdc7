import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { ConfirmLinkData } from './confirm-link.ts';
import { SecondStepHeaders } from './second-step.ts';

export const RecoveryStateData = z
  .object({
    /** Whether a recovery can be begun or is under way: not by administrators, and only after a link. */
    is_offered: z.boolean(),
    /** How long a recovery waits. */
    wait_hours: z.number().int(),
    recovery: z
      .object({
        begun_at: z.iso.datetime(),
        /** The end of the waiting period. */
        ready_at: z.iso.datetime(),
        /** Until when it can then be completed. */
        expires_at: z.iso.datetime(),
        /** Whether this login can complete it: its link was asked for after the waiting period. */
        can_complete: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'RecoveryStateData' });
export type RecoveryStateData = z.infer<typeof RecoveryStateData>;

/** GET /auth/recovery: the recovery of the account whose login waits for its second factor. */
export const ReadRecovery = {
  method: 'GET',
  path: '/auth/recovery',
  summary: 'The recovery of the account whose login waits for its second factor',
  tag: 'auth',
  limit: 'reads',
  credentials: 'any session',
  headers: SecondStepHeaders,
  answers: { 200: success(RecoveryStateData) },
  errors: ['SignInExpired'],
} as const satisfies Contract;

/** POST /auth/recovery: begins to recover an account whose factors and recovery codes are lost. It opens nothing. */
export const BeginRecovery = {
  method: 'POST',
  path: '/auth/recovery',
  summary: 'Begin to recover an account whose second factors are lost',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'any session',
  headers: SecondStepHeaders,
  answers: { 200: success(RecoveryStateData) },
  errors: ['RecoveryNotOffered', 'SignInExpired'],
} as const satisfies Contract;

/** POST /auth/recovery/complete: after the waiting period, removes all factors and logs in; other sessions end. */
export const CompleteRecovery = {
  method: 'POST',
  path: '/auth/recovery/complete',
  summary: 'Complete a recovery: remove all second factors and log in',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'any session',
  headers: SecondStepHeaders,
  answers: { 200: success(ConfirmLinkData) },
  errors: ['RecoveryNotOffered', 'RecoveryNotReady', 'SignInExpired'],
} as const satisfies Contract;
