import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { PaymentProvider } from './payment-url.ts';

export const PaymentOfferData = z
  .object({
    /** How one can pay here; empty where nothing is sold. */
    providers: z.array(PaymentProvider),
    /** True where the providers are stand-ins on this machine: no money moves. */
    is_trial: z.boolean(),
  })
  .meta({ id: 'PaymentOffer' });

/** GET /payment/offer: which ways to pay there are, to everybody. */
export const PaymentOffer = {
  method: 'GET',
  path: '/payment/offer',
  summary: 'Which ways to pay there are',
  tag: 'payment',
  limit: 'reads',
  credentials: 'none',
  answers: { 200: success(PaymentOfferData) },
} as const satisfies Contract;
