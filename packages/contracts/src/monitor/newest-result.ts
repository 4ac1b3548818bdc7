import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckDone } from './check-result.ts';

export const NewestResultParams = z.object({ address: z.string() });

/** GET /monitor/result/{address} (row API-10): the caller's newest result for an address, whatever the asset. */
export const NewestResult = {
  method: 'GET',
  path: '/monitor/result/:address',
  summary: 'One’s newest result for an address',
  tag: 'monitor',
  limit: 'reads',
  needs: { permission: 'read' },
  params: NewestResultParams,
  answers: { 200: success(CheckDone) },
  errors: ['NotFound', 'SecretNotAddress'],
} as const satisfies Contract;
