import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

export const RedeemData = z
  .object({
    /** For the reader: what was credited, or why nothing was. */
    message: z.string(),
    applied: z.boolean(),
  })
  .meta({ id: 'PromoRedemption' });
export type RedeemData = z.infer<typeof RedeemData>;

/** POST /promocode/usages/{code} (row API-24): once per user and code. A code that does not apply is no error. */
export const RedeemPromoCode = {
  method: 'POST',
  path: '/promocode/usages/:code',
  params: z.object({ code: z.string().trim().min(1).max(64) }),
  answers: { 200: success(RedeemData) },
  errors: ['ValidationError', 'Unauthorized', 'CrossSiteRequest', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
