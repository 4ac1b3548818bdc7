import { LEAST_CHECKS, MOST_CHECKS } from '@assay/domain';
import { z } from 'zod';
import { OrderData } from '../payment/orders.ts';
import { PaymentProvider } from '../payment/payment-url.ts';
import { OrderId } from '../payment/stripe-order.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { BotUserParams } from './bot-account.ts';

export const BotPaymentBody = z
  .object({
    payment_type: PaymentProvider,
    checks_number: z.number().int().min(LEAST_CHECKS).max(MOST_CHECKS),
  })
  .meta({ examples: [{ payment_type: 'nowpayments', checks_number: 100 }] });
export type BotPaymentBody = z.input<typeof BotPaymentBody>;

export const BotPayment = z
  .object({
    /** The provider's own page. */
    url: z.string(),
    order_id: OrderId,
    checks_number: z.number().int(),
    amount_cents: z.number().int(),
  })
  .meta({ id: 'BotPayment' });
export type BotPayment = z.infer<typeof BotPayment>;

export const BotPrice = z
  .object({ checks_number: z.number().int(), amount_cents: z.number().int() })
  .meta({ id: 'BotPrice' });
export type BotPrice = z.infer<typeof BotPrice>;

/** GET /bot/users/{user_id}/prices: the numbers of checks that a chat offers, the fewest first, and what each costs. */
export const ReadBotPrices = {
  method: 'GET',
  path: '/bot/users/:user_id/prices',
  summary: 'What checks cost in a chat',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  answers: { 200: success(z.object({ prices: z.array(BotPrice) })) },
  errors: ['Overloaded'],
} as const satisfies Contract;

/** POST /bot/users/{user_id}/payments: opens an order for checks, at the price of GET /payment/checks/price/{n}. */
export const OpenBotPayment = {
  method: 'POST',
  path: '/bot/users/:user_id/payments',
  summary: 'Open an order for checks from a chat',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams,
  body: BotPaymentBody,
  answers: { 200: success(BotPayment) },
  errors: [
    'RoleNotAllowed',
    'AccountSuspended',
    'ChatRefused',
    'PaymentProviderFailed',
    'PaymentsNotOffered',
    'Overloaded',
  ],
} as const satisfies Contract;

/** GET /bot/users/{user_id}/payments/{order_id}: the state of an order; a waiting one is checked again. */
export const ReadBotPayment = {
  method: 'GET',
  path: '/bot/users/:user_id/payments/:order_id',
  summary: 'State of an order of a chat',
  tag: 'bot',
  limit: null,
  credentials: 'service',
  params: BotUserParams.extend({ order_id: OrderId }),
  answers: { 200: success(OrderData) },
  errors: ['NotFound', 'Overloaded'],
} as const satisfies Contract;
