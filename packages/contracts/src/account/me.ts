import { User } from '../user/user.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** GET /auth/me (row API-04): the user who asks. */
export const Me = {
  method: 'GET',
  path: '/auth/me',
  summary: 'The user who asks',
  tag: 'auth',
  limit: 'reads',
  isOfPerson: true,
  answers: { 200: success(User) },
} as const satisfies Contract;
