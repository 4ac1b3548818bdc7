import Stripe from 'stripe';
import { AppError } from '../../../../../platform/kernel/app-error.ts';
import type { EventHint } from '../../../payments/payments.ports.ts';

const TOLERANCE_SECONDS = 300;
const SECURITY = { event: { name: 'webhook_refused', provider: 'stripe' } } as const;

/** Checks the signature of a message over its bytes (constant time, at most five minutes old) and reads what it is about. */
export function readStripeEvent(
  body: Buffer,
  headers: Readonly<Record<string, unknown>>,
  { secret, now }: { readonly secret: string; readonly now: Date },
): EventHint {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string') {
    throw new AppError('SignatureRefused', { internal: 'Stripe: no signature', security: SECURITY });
  }
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime());
    const about = event.data.object as unknown;
    return { event: event.id, type: event.type, orderId: orderIdOf(about), references: referencesOf(about) };
  } catch (error) {
    throw new AppError('SignatureRefused', { internal: 'Stripe: signature refused', cause: error, security: SECURITY });
  }
}

/** Ids that an object of the provider names: its own, and those of what it belongs to. */
function referencesOf(about: unknown): readonly string[] {
  const names = [
    part(about, 'id'),
    idOf(part(about, 'payment_intent')),
    idOf(part(about, 'subscription')),
    idOf(part(about, 'parent', 'subscription_details', 'subscription')),
  ];
  return names.filter((name) => typeof name === 'string');
}

function orderIdOf(about: unknown): string | null {
  const named =
    part(about, 'metadata', 'order_id') ??
    part(about, 'client_reference_id') ??
    part(about, 'parent', 'subscription_details', 'metadata', 'order_id');
  return typeof named === 'string' && /^[0-9a-f]{32}$/.test(named) ? named : null;
}

function idOf(value: unknown): unknown {
  return typeof value === 'string' ? value : part(value, 'id');
}

function part(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}
