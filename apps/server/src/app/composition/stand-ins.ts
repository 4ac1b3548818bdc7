/**
 * The local demo's payment providers. The only file of the product that imports their stand-ins; it is loaded only under
 * the loopback rule while no keys are set.
 */
import { startNowPaymentsStandIn, startStripeStandIn } from '@assay/stand-ins';
import type { PaymentFacts } from '../../platform/config/settings/payment-settings.ts';

/** Starts stand-ins of both providers, which send their messages to the product at `publicUrl`; they remember nothing. */
export async function startPaymentStandIns(
  publicUrl: string,
): Promise<{ readonly facts: PaymentFacts; close(): Promise<void> }> {
  const stripe = await startStripeStandIn({
    webhookUrl: () => `${publicUrl}/api/payment/webhooks/stripe`,
    adoptsCustomers: true,
  });
  const crypto = await startNowPaymentsStandIn();
  return {
    facts: {
      stripe: {
        apiUrl: stripe.url,
        secretKey: stripe.secretKey,
        publishableKey: stripe.publishableKey,
        webhookSecret: stripe.webhookSecret,
        scriptUrl: stripe.scriptUrl,
      },
      nowpayments: { apiUrl: crypto.url, apiKey: crypto.apiKey, ipnSecret: crypto.ipnSecret, login: crypto.login },
    },
    close: async () => {
      await Promise.all([stripe.close(), crypto.close()]);
    },
  };
}
