import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckState } from './check-result.ts';

/** Ids are 32 lower-case hex digits; anything else is simply not found. */
export const CheckStateParams = z.object({ sub_id: z.string() });

/** GET /monitor/check/{sub_id}: the state of a check; its result once it is done. Needs no account: the id opens it. */
export const ReadCheck = {
  method: 'GET',
  path: '/monitor/check/:sub_id',
  summary: 'Read a check by its id',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  params: CheckStateParams,
  answers: { 200: success(CheckState) },
  errors: ['NotFound'],
} as const satisfies Contract;
