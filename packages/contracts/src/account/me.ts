import { User } from '../user/user.ts';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

/** GET /auth/me (row API-04): the user who asks. */
export const Me = {
  method: 'GET',
  path: '/auth/me',
  isOfPerson: true,
  answers: { 200: success(User) },
  errors: ['Unauthorized', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
