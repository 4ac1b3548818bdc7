import type Stripe from 'stripe';
import { type Form, textOf } from './form.ts';

/** What each call takes; the provider refuses what it does not know, and so does the stand-in. */
export const PARAMS = {
  customer: ['email', 'metadata'] satisfies (keyof Stripe.CustomerCreateParams)[],
  price: [
    'currency',
    'unit_amount',
    'recurring',
    'product_data',
    'lookup_key',
    'transfer_lookup_key',
  ] satisfies (keyof Stripe.PriceCreateParams)[],
  intent: [
    'amount',
    'currency',
    'customer',
    'description',
    'automatic_payment_methods',
    'allowed_payment_method_types',
    'setup_future_usage',
    'metadata',
  ] satisfies (keyof Stripe.PaymentIntentCreateParams)[],
  session: [
    'mode',
    'customer',
    'client_reference_id',
    'line_items',
    'success_url',
    'cancel_url',
    'metadata',
    'subscription_data',
    'payment_intent_data',
    'allowed_payment_method_types',
  ] satisfies (keyof Stripe.Checkout.SessionCreateParams)[],
  subscription: ['cancel_at_period_end'] satisfies (keyof Stripe.SubscriptionUpdateParams)[],
} as const;

/** A refusal as the provider words it: the status of the response, and a code with a message in its body. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Refuses a form with a parameter that the call does not take. */
export function known(form: Form, names: readonly string[]): void {
  const strange = Object.keys(form).find((name) => !names.includes(name));
  if (strange !== undefined) throw new ApiFailure(400, 'parameter_unknown', `Received unknown parameter: ${strange}`);
}

/** A whole number that the form has to give. */
export function whole(form: Form, name: string): number {
  const text = textOf(form, name) ?? '';
  if (!/^\d{1,8}$/.test(text)) throw new ApiFailure(400, 'parameter_invalid_integer', `Invalid integer: ${name}`);
  return Number(text);
}

/** An object that the call has to find. */
export function there<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new ApiFailure(404, 'resource_missing', `No such ${what}`);
  return found;
}
