import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

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
  summary: 'One’s saved cards',
  tag: 'payment',
  limit: 'reads',
  needs: { permission: 'billing' },
  answers: { 200: success(z.array(PaymentMethodData)) },
  errors: ['PaymentProviderFailed', 'PaymentsNotOffered'],
} as const satisfies Contract;
