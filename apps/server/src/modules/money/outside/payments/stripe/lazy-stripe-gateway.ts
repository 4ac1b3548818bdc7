import { once } from '../../../../../platform/kernel/once.ts';
import type { CardGateway } from '../../../payments/payments.ports.ts';
import type { StripeSettings } from './stripe-gateway.ts';

/** As `stripeGateway`. The provider's SDK has 218 modules: the first call loads them, so that no start waits for them. */
export function lazyStripeGateway(settings: StripeSettings, now: () => Date): CardGateway {
  const gateway = once(async () => {
    const { stripeGateway } = await import('./stripe-gateway.ts');
    return stripeGateway(settings, now);
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
