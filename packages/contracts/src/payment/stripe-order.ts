import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

export const OrderId = z.string().regex(/^[0-9a-f]{32}$/, 'an order');

export const StripeOrderData = z
  .object({
    /** The client secret of the payment (row PAY-02). */
    token_id: z.string(),
    /** The provider's public key and the address of its script, which draws the form. */
    publishable_key: z.string(),
    script_url: z.string(),
    amount_cents: z.number().int(),
    checks_number: z.number().int(),
  })
  .meta({ id: 'StripeOrder' });

/** GET /user/plan/buy/stripe/{order_id} (row API-15): what the card form of one's own unpaid order needs. */
export const StripeOrder = {
  method: 'GET',
  path: '/user/plan/buy/stripe/:order_id',
  summary: 'What the card form of an order needs',
  tag: 'payment',
  limit: 'reads',
  needs: { permission: 'billing' },
  params: z.object({ order_id: OrderId }),
  answers: { 200: success(StripeOrderData) },
  errors: ['NotFound', 'OrderClosed', 'PaymentProviderFailed', 'PaymentsNotOffered'],
} as const satisfies Contract;
