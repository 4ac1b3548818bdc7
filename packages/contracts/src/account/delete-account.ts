import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** The email of the account, typed again: nobody deletes by a slip of the finger. */
export const DeleteAccountBody = z
  .object({ email: z.string().trim().toLowerCase().max(320) })
  .meta({ examples: [{ email: 'person@example.org' }] });

export const DeleteAccountData = z.object({ deleted: z.literal(true) });

/**
 * POST /account/delete: deletes email, sessions and history; results still open by their id and have no owner;
 * the balance ledger keeps a number. Unused checks are lost too.
 */
export const DeleteAccount = {
  method: 'POST',
  path: '/account/delete',
  summary: 'Delete one’s account',
  tag: 'account',
  limit: 'exports',
  needs: { stepUp: 'always' },
  body: DeleteAccountBody,
  answers: { 200: success(DeleteAccountData) },
  errors: ['EmailDoesNotMatch', 'LastOwner', 'UnderLegalHold'],
} as const satisfies Contract;
