import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

export const RedeemData = z
  .object({
    /** For the reader: what was credited, or why nothing was. */
    message: z.string(),
    applied: z.boolean(),
  })
  .meta({ id: 'PromoRedemption' });

/** Redemptions a minute and network: low enough to prevent guessing of codes. */
const REDEMPTIONS_PER_MINUTE = 20;

/** POST /promocode/usages/{code} (row API-24): once per user and code. A code that does not apply is no error. */
export const RedeemPromoCode = {
  method: 'POST',
  path: '/promocode/usages/:code',
  summary: 'Redeem a promo code',
  tag: 'promo',
  limit: REDEMPTIONS_PER_MINUTE,
  params: z.object({ code: z.string().trim().min(1).max(64) }),
  answers: { 200: success(RedeemData) },
} as const satisfies Contract;
