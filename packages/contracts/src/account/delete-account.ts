import { z } from 'zod';
import { success } from '../envelope.ts';
import type { ErrorName } from '../errors.ts';

/** The e-mail of the account, typed again: nobody deletes by a slip of the finger. */
export const DeleteAccountBody = z.object({ email: z.string().trim().toLowerCase().max(320) });
export type DeleteAccountBody = z.input<typeof DeleteAccountBody>;

export const DeleteAccountData = z.object({ deleted: z.literal(true) });
export type DeleteAccountData = z.infer<typeof DeleteAccountData>;

/**
 * POST /account/delete: e-mail, sessions and history are gone; results stay open to whoever has their id, without an
 * owner; the ledger keeps a number. Checks that are left are gone too.
 */
export const DeleteAccount = {
  method: 'POST',
  path: '/account/delete',
  body: DeleteAccountBody,
  answers: { 200: success(DeleteAccountData) },
  errors: ['MalformedRequest', 'ValidationError', 'Unauthorized', 'EmailDoesNotMatch', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
