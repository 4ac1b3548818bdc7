import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { RefreshHeaders, Tokens } from './tokens.ts';

export const RefreshData = z
  .object({
    /** API clients only: a browser gets a new cookie. */
    tokens: Tokens.optional(),
  })
  .meta({ id: 'RefreshData' });

/**
 * GET /auth/refresh (row API-03): new tokens for a refresh token, which is used up. For 30 s it may be sent again, by a
 * second tab, and answers the same; after that its second use ends the session. 401 `SessionEnded` also clears the cookie.
 */
export const Refresh = {
  method: 'GET',
  path: '/auth/refresh',
  summary: 'New tokens for a refresh token',
  tag: 'auth',
  limit: 'tokens',
  credentials: 'refresh token',
  isChange: true,
  headers: RefreshHeaders,
  answers: { 200: success(RefreshData) },
  errors: ['SessionEnded'],
} as const satisfies Contract;
