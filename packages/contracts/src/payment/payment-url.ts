import { LEAST_CHECKS, MOST_CHECKS } from '@assay/domain';
import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Card or crypto (row PAY-04). */
export const PaymentProvider = z.enum(['stripe', 'nowpayments']);
export type PaymentProvider = z.infer<typeof PaymentProvider>;

export const PaymentUrlBody = z
  .object({
    payment_type: PaymentProvider,
    pay_for_tariff: z.object({ plan_id: z.number().int() }).optional(),
    pay_for_checks: z.object({ checks_number: z.number().int().min(LEAST_CHECKS).max(MOST_CHECKS) }).optional(),
    /** Both on our own origin: absolute, or a path. */
    success_url: z.string().max(500),
    cancel_url: z.string().max(500),
  })
  .refine((body) => (body.pay_for_tariff === undefined) !== (body.pay_for_checks === undefined), {
    path: ['pay_for_tariff'],
    message: 'either a plan or a number of checks',
  })
  .meta({
    examples: [
      {
        payment_type: 'stripe',
        pay_for_checks: { checks_number: 250 },
        success_url: '/account',
        cancel_url: '/buy',
      },
    ],
  });
export type PaymentUrlBody = z.input<typeof PaymentUrlBody>;

export const PaymentUrlData = z
  .object({
    /** Where the browser goes: the provider's page, or our own `/stripe?order_id=…`. Always absolute. */
    url: z.string(),
    order_id: z.string(),
  })
  .meta({ id: 'PaymentUrl' });

/** Purchases a minute and network: each opens an order at the provider. */
const PURCHASES_PER_MINUTE = 20;

/** POST /payment/url (row API-16): opens an order at the price of the catalogue. */
export const PaymentUrl = {
  method: 'POST',
  path: '/payment/url',
  summary: 'Open an order',
  description: 'Answers where the browser goes to pay: the provider’s page, or our own card form.',
  tag: 'payment',
  limit: PURCHASES_PER_MINUTE,
  needs: { permission: 'billing' },
  body: PaymentUrlBody,
  answers: { 200: success(PaymentUrlData) },
  errors: ['PlanIsCurrent', 'PlanNotForSale', 'PaymentProviderFailed', 'PaymentsNotOffered'],
} as const satisfies Contract;
