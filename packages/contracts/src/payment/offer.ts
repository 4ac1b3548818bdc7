import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';
import { PaymentProvider } from './payment-url.ts';

export const PaymentOfferData = z
  .object({
    /** How one can pay here; empty where nothing is sold. */
    providers: z.array(PaymentProvider),
    /** True where the providers are stand-ins on this machine: no money moves. */
    is_trial: z.boolean(),
  })
  .meta({ id: 'PaymentOffer' });
export type PaymentOfferData = z.infer<typeof PaymentOfferData>;

/** GET /payment/offer: which ways to pay there are, to everybody. */
export const PaymentOffer = {
  method: 'GET',
  path: '/payment/offer',
  answers: { 200: success(PaymentOfferData) },
  errors: ['TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
