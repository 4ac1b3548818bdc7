import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';

/** POST /payment/stripe/subscriptions/cancel (row API-17): no further renewal; what is paid for stays to its end. */
export const CancelSubscription = {
  method: 'POST',
  path: '/payment/stripe/subscriptions/cancel',
  answers: { 200: success(z.literal(true)) },
  errors: [
    'Unauthorized',
    'CrossSiteRequest',
    'NoSubscription',
    'TooManyRequests',
    'PaymentProviderFailed',
    'PaymentsNotOffered',
  ],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

export const SubscriptionData = z
  .object({
    plan_id: z.number().int(),
    plan_name: z.string(),
    /** `unpaid`: a renewal failed, and the provider tries again. */
    status: z.enum(['active', 'cancelling', 'unpaid']),
    /** End of what is paid for. */
    paid_until: z.iso.datetime(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionData = z.infer<typeof SubscriptionData>;

/** GET /payment/subscription: one's card subscription, null without one. For the Cancel link and its question. */
export const CurrentSubscription = {
  method: 'GET',
  path: '/payment/subscription',
  answers: { 200: success(SubscriptionData.nullable()) },
  errors: ['Unauthorized', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
