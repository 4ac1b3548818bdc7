import type { PaymentFacts } from '../../../../platform/config/settings/payment-settings.ts';
import { isLoopbackAddress } from '../../../../platform/kernel/network/loopback.ts';
import { once } from '../../../../platform/kernel/once.ts';
import type { Clock } from '../../../../platform/kernel/time/clock.ts';
import type { CardGateway, Gateways } from '../../payments/payments.ports.ts';
import { nowPaymentsGateway } from './nowpayments/nowpayments-gateway.ts';
import type { StripeSettings } from './stripe/stripe-gateway.ts';

/** The providers whose keys are set; the crypto provider sends its notifications to `publicUrl`. */
export function gatewaysOf({ stripe, nowpayments }: PaymentFacts, publicUrl: string, clock: Clock): Gateways {
  const callbackUrl = `${publicUrl}/api/payment/webhooks/nowpayments`;
  return {
    stripe: stripe === null ? null : lazyStripeGateway(stripe, clock),
    nowpayments: nowpayments === null ? null : nowPaymentsGateway({ ...nowpayments, callbackUrl }, clock),
  };
}

/** Providers on this machine, for the local demo. */
export interface PaymentStandIns {
  readonly facts: PaymentFacts;
  close(): Promise<void>;
}

export interface PaymentProviders extends PaymentStandIns {
  /** True if stand-ins on this machine replace the providers. */
  readonly isTrial: boolean;
  /** Script of the card provider, which the policy of the card page allows; null if cards are not accepted. */
  readonly cardScriptUrl: string | null;
}

/**
 * The providers whose keys are set; without keys, stand-ins if only this machine reaches the server, and none
 * elsewhere.
 */
export async function openPaymentProviders(
  { host, publicUrl, payments }: { readonly host: string; readonly publicUrl: string; readonly payments: PaymentFacts },
  startStandIns: (publicUrl: string) => Promise<PaymentStandIns>,
): Promise<PaymentProviders> {
  const hasKeys = payments.stripe !== null || payments.nowpayments !== null;
  const isTrial = !hasKeys && isLoopbackAddress(host) && isLoopbackAddress(new URL(publicUrl).hostname);
  const open = isTrial ? await startStandIns(publicUrl) : { facts: payments, close: async () => undefined };
  return { facts: open.facts, isTrial, cardScriptUrl: open.facts.stripe?.scriptUrl ?? null, close: () => open.close() };
}

/** As `stripeGateway`. The provider's SDK has 218 modules: the first call loads them, so that no start waits for them. */
function lazyStripeGateway(settings: StripeSettings, clock: Clock): CardGateway {
  const gateway = once(async () => {
    const { stripeGateway } = await import('./stripe/stripe-gateway.ts');
    return stripeGateway(settings, clock);
  });
  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl,
    open: async (purchase) => (await gateway()).open(purchase),
    read: async (order, named) => (await gateway()).read(order, named),
    readEvent: async (body, headers, at) => (await gateway()).readEvent(body, headers, at),
    customerFor: async (sub, email) => (await gateway()).customerFor(sub, email),
    clientSecret: async (reference) => (await gateway()).clientSecret(reference),
    cards: async (customer) => (await gateway()).cards(customer),
    cancelAtPeriodEnd: async (subscription) => (await gateway()).cancelAtPeriodEnd(subscription),
    resume: async (subscription) => (await gateway()).resume(subscription),
    removeCustomer: async (customer) => (await gateway()).removeCustomer(customer),
    endNow: async (subscription) => (await gateway()).endNow(subscription),
  };
}
