import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { RefreshHeaders } from './tokens.ts';

/** Nothing to say beyond that it was done. */
export const Done = z.object({}).meta({ id: 'Done' });

/** GET /auth/logout (row API-07): ends the session and clears the cookie; also fine without one. */
export const Logout = {
  method: 'GET',
  path: '/auth/logout',
  summary: 'End the session',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'any session',
  isChange: true,
  headers: RefreshHeaders,
  answers: { 200: success(Done) },
} as const satisfies Contract;
