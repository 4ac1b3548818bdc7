import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';
import { CheckDone } from './check-result.ts';

export const NewestResultParams = z.object({ address: z.string() });

/** GET /monitor/result/{address} (row API-10): the caller's newest result for an address, whatever the asset. */
export const NewestResult = {
  method: 'GET',
  path: '/monitor/result/:address',
  params: NewestResultParams,
  answers: { 200: success(CheckDone) },
  errors: ['Unauthorized', 'RoleNotAllowed', 'NotFound', 'SecretNotAddress', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
