import { LEAST_CHECKS, MOST_CHECKS } from '@assay/domain';
import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** How many checks are bought at once (GAP-49). */
export const ChecksNumber = z.coerce.number().int().min(LEAST_CHECKS).max(MOST_CHECKS);

export const ChecksPriceData = z
  .object({
    /** US dollars, for reading. */
    price: z.number(),
    withoutDiscount: z.number(),
    price_cents: z.number().int(),
    without_discount_cents: z.number().int(),
    discount_percent: z.number().int(),
    checks_number: z.number().int(),
  })
  .meta({ id: 'ChecksPrice' });
export type ChecksPriceData = z.infer<typeof ChecksPriceData>;

/** GET /payment/checks/price/{checks_number} (row API-19): what so many checks cost now, to everybody. */
export const ChecksPrice = {
  method: 'GET',
  path: '/payment/checks/price/:checks_number',
  summary: 'What so many checks cost',
  tag: 'payment',
  limit: 'reads',
  credentials: 'none',
  params: z.object({ checks_number: ChecksNumber }),
  answers: { 200: success(ChecksPriceData) },
} as const satisfies Contract;
