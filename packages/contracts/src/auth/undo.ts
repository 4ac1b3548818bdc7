import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** What mails report. */
const NOTICES = [
  'new_device',
  'factor_added',
  'factor_removed',
  'codes_renewed',
  'code_used',
  'recovery_begun',
  'recovery_waits',
  'recovery_ready',
  'recovery_cancelled',
  'recovery_completed',
] as const;
const EFFECTS = ['end_session', 'end_sessions', 'remove_factor', 'void_codes', 'cancel_recovery'] as const;

export const UndoTokenBody = z
  .object({ token: z.string().max(128) })
  .meta({ id: 'UndoTokenBody', examples: [{ token: '0123456789abcdef0123456789abcdef.signature' }] });

export const UndoStateData = z
  .object({
    /** What the mail reported. */
    kind: z.enum(NOTICES),
    /** What the link does. */
    effect: z.enum(EFFECTS),
    email: z.string(),
    /** Such as the name of a factor. */
    detail: z.string().nullable(),
    /** From where it was done; null for what the product did by itself. */
    device: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'UndoStateData' });
export type UndoStateData = z.infer<typeof UndoStateData>;

export const UndoneData = z
  .object({
    done: z.enum([
      'session_ended',
      'sessions_ended',
      'factor_removed',
      /** Only the sessions ended: no factor is left that was there before it. */
      'factor_kept',
      'codes_voided',
      'recovery_cancelled',
      /** The session or recovery was over already. */
      'nothing_left',
    ]),
  })
  .meta({ id: 'UndoneData' });
export type UndoneData = z.infer<typeof UndoneData>;

/** GET /auth/undo/{token}: what the link of a mail about the account would do; uses nothing up. */
export const ReadUndo = {
  method: 'GET',
  path: '/auth/undo/:token',
  summary: 'What the link of a mail about the account would undo; uses nothing up',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  params: z.object({ token: z.string().min(1).max(128) }),
  answers: { 200: success(UndoStateData) },
  errors: ['InvalidToken', 'TokenExpiredError'],
} as const satisfies Contract;

/** POST /auth/undo: does what the link is for, once and without signing in. It only makes the account safer. */
export const Undo = {
  method: 'POST',
  path: '/auth/undo',
  summary: 'Undo by the link of a mail about the account, once',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'none',
  body: UndoTokenBody,
  answers: { 200: success(UndoneData) },
  errors: ['InvalidToken', 'TokenExpiredError'],
} as const satisfies Contract;
