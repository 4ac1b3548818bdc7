import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { CheckStateParams } from './check-state.ts';

/** Whether the caller owns a result and whether it is shared. Does not say who the owner is. */
export const ShareState = z
  .object({
    /** Whether the one who asks owns the check: only owners can revoke it. */
    is_owner: z.boolean(),
    /** Since when nobody but the owner can open it; null while it is shared. */
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ShareState' });
export type ShareState = z.infer<typeof ShareState>;

const SHARE_PATH = '/monitor/check/:sub_id/share';
const answers = { 200: success(ShareState) };

/** GET: whether a result is shared, and whether the one who asks may change that. A revoked one is not found by others. */
export const ReadShare = {
  method: 'GET',
  path: SHARE_PATH,
  summary: 'Read whether a result is shared',
  tag: 'monitor',
  limit: 'reads',
  credentials: 'optional',
  params: CheckStateParams,
  answers,
  errors: ['NotFound'],
} as const satisfies Contract;

/** DELETE: from now on the result, its PDF, certificate and picture are not found by anybody but their owner. */
export const RevokeShare = {
  method: 'DELETE',
  path: SHARE_PATH,
  summary: 'Revoke a shared result',
  description: 'Nobody but its owner finds the result, its PDF, its certificate or its picture any more.',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'share' },
  params: CheckStateParams,
  answers,
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST: undoes a revocation. */
export const RestoreShare = {
  method: 'POST',
  path: SHARE_PATH,
  summary: 'Share a revoked result again',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'share' },
  params: CheckStateParams,
  answers,
  errors: ['NotFound'],
} as const satisfies Contract;
