import { z } from 'zod';
import { httpUrl, SECRET } from './setting-kinds.ts';

/** How people pay. Without keys nothing is sold, but on this machine stand-ins take their place. */
export interface PaymentFacts {
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    readonly apiUrl: string;
    readonly scriptUrl: string;
  } | null;
  readonly nowpayments: {
    readonly apiKey: string;
    readonly ipnSecret: string;
    readonly apiUrl: string;
    /** For the list of payments, which the key alone does not open; null leaves it out. */
    readonly login: { readonly email: string; readonly password: string } | null;
  } | null;
}

/** The settings of the environment for payments. */
export const paymentSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, 'a secret key of Stripe, sk_… or rk_…')
    .optional()
    .meta(SECRET),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'a publishable key of Stripe, pk_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'a signing secret of a Stripe webhook, whsec_…')
    .optional()
    .meta(SECRET),
  STRIPE_API_URL: httpUrl('https://api.stripe.com').default('https://api.stripe.com'),
  STRIPE_SCRIPT_URL: httpUrl('https://js.stripe.com/v3/').default('https://js.stripe.com/v3/'),
  NOWPAYMENTS_API_KEY: z.string().min(8, 'an API key of NOWPayments').optional().meta(SECRET),
  NOWPAYMENTS_IPN_SECRET: z.string().min(8, 'the IPN secret of NOWPayments').optional().meta(SECRET),
  NOWPAYMENTS_API_URL: httpUrl('https://api.nowpayments.io').default('https://api.nowpayments.io'),
  NOWPAYMENTS_EMAIL: z.email('the email of the account at NOWPayments').optional(),
  NOWPAYMENTS_PASSWORD: z.string().min(1).optional().meta(SECRET),
};

type PaymentValues = z.infer<z.ZodObject<typeof paymentSettings>>;

/** A provider is on when all of its keys are there; half of them is a mistake that stops the start. */
export function halfGivenKeys(value: PaymentValues): readonly string[] {
  const groups = [
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
    ['NOWPAYMENTS_EMAIL', 'NOWPAYMENTS_PASSWORD'],
  ] as const;
  return groups.flatMap((names) => {
    const missing = names.filter((name) => value[name] === undefined);
    return missing.length === names.length ? [] : missing;
  });
}

export function paymentsOf(value: PaymentValues): PaymentFacts {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = value;
  const { NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET, NOWPAYMENTS_EMAIL, NOWPAYMENTS_PASSWORD } = value;
  const hasStripe = STRIPE_SECRET_KEY !== undefined && STRIPE_PUBLISHABLE_KEY !== undefined;
  const hasLogin = NOWPAYMENTS_EMAIL !== undefined && NOWPAYMENTS_PASSWORD !== undefined;
  return {
    stripe:
      hasStripe && STRIPE_WEBHOOK_SECRET !== undefined
        ? {
            secretKey: STRIPE_SECRET_KEY,
            publishableKey: STRIPE_PUBLISHABLE_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiUrl: value.STRIPE_API_URL,
            scriptUrl: value.STRIPE_SCRIPT_URL,
          }
        : null,
    nowpayments:
      NOWPAYMENTS_API_KEY !== undefined && NOWPAYMENTS_IPN_SECRET !== undefined
        ? {
            apiKey: NOWPAYMENTS_API_KEY,
            ipnSecret: NOWPAYMENTS_IPN_SECRET,
            apiUrl: value.NOWPAYMENTS_API_URL.replace(/\/+$/, ''),
            login: hasLogin ? { email: NOWPAYMENTS_EMAIL, password: NOWPAYMENTS_PASSWORD } : null,
          }
        : null,
  };
}
