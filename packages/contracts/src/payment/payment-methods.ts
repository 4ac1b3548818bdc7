import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

export const PaymentMethodData = z
  .object({
    id: z.string(),
    /** Brand of the card, such as `visa`. */
    card: z.string(),
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
    default: z.boolean(),
  })
  .meta({ id: 'PaymentMethod' });
export type PaymentMethodData = z.infer<typeof PaymentMethodData>;

/** GET /payment/methods (row API-18): one's saved cards, the default one first. */
export const PaymentMethods = {
  method: 'GET',
  path: '/payment/methods',
  answers: { 200: success(z.array(PaymentMethodData)) },
  errors: ['Unauthorized', 'RoleNotAllowed', 'TooManyRequests', 'PaymentProviderFailed', 'PaymentsNotOffered'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
