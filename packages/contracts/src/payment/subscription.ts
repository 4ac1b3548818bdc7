import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { PaymentProvider } from './payment-url.ts';

/** Changes a minute and network: each asks the provider. */
const CHANGES_PER_MINUTE = 20;

/** POST /payment/stripe/subscriptions/cancel (row API-17): no further renewal; what is paid for stays to its end. */
export const CancelSubscription = {
  method: 'POST',
  path: '/payment/stripe/subscriptions/cancel',
  summary: 'Cancel one’s subscription at the end of what is paid for',
  tag: 'payment',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'billing' },
  answers: { 200: success(z.literal(true)) },
  errors: ['NoSubscription', 'PaymentProviderFailed', 'PaymentsNotOffered'],
} as const satisfies Contract;

/** POST /payment/stripe/subscriptions/resume: a subscription that was cancelled and still runs renews again. */
export const ResumeSubscription = {
  method: 'POST',
  path: '/payment/stripe/subscriptions/resume',
  summary: 'Let a cancelled subscription renew again',
  tag: 'payment',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'billing' },
  answers: { 200: success(z.literal(true)) },
  errors: ['NoSubscription', 'PaymentProviderFailed', 'PaymentsNotOffered'],
} as const satisfies Contract;

/** Checks that are paid for, or that the renewal brings, and arrive on a day to come. */
export const AdditionData = z
  .object({ at: z.iso.datetime(), checks_number: z.number().int(), plan_name: z.string() })
  .meta({ id: 'Addition' });
export type AdditionData = z.infer<typeof AdditionData>;

export const SubscriptionData = z
  .object({
    plan_id: z.number().int(),
    plan_name: z.string(),
    payment_type: PaymentProvider,
    /** `unpaid`: a renewal failed, and the provider tries again. `one_time`: paid for, and not renewed by itself. */
    status: z.enum(['active', 'cancelling', 'unpaid', 'one_time']),
    /** End of what is paid for. */
    paid_until: z.iso.datetime(),
    /** When the checks that are left lapse without another payment. */
    lapses_at: z.iso.datetime(),
    /** The next charge; null where the plan does not renew by itself. */
    renewal: z.object({ at: z.iso.datetime(), amount_cents: z.number().int() }).nullable(),
    /** What this plan brings next; null when it brings nothing more. */
    next_addition: z.object({ at: z.iso.datetime(), checks_number: z.number().int() }).nullable(),
    /** Everything that is still to arrive, in its order, also of plans that this one replaced. */
    next_additions: z.array(AdditionData),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionData = z.infer<typeof SubscriptionData>;

/** GET /payment/subscription: the plan one has paid for, by card or crypto; null without one. */
export const CurrentSubscription = {
  method: 'GET',
  path: '/payment/subscription',
  summary: 'The plan one has paid for, and what comes next',
  tag: 'payment',
  limit: 'reads',
  needs: { permission: 'billing' },
  answers: { 200: success(SubscriptionData.nullable()) },
} as const satisfies Contract;
