import type { PaymentProvider } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import type { PaymentsService } from './payments.service.ts';

/** Stripe's list everything that an invoice is for; a notification of NOWPayments has about 1 kB. */
const BODY_LIMIT_BYTES = { stripe: 512 * 1024, nowpayments: 32 * 1024 };
/** The provider sends many at once; unsigned messages are refused before any costly work. */
const MESSAGES_PER_MINUTE = 1_200;

/**
 * Receives the providers' messages. The signature covers the raw bytes, so no body parser runs first. Every error is
 * answered as a failure, so that the provider sends the message again.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  { payments }: { readonly payments: PaymentsService },
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  for (const provider of ['stripe', 'nowpayments'] as const satisfies readonly PaymentProvider[]) {
    app.post(
      `/payment/webhooks/${provider}`,
      {
        schema: { hide: true },
        bodyLimit: BODY_LIMIT_BYTES[provider],
        config: { rateLimit: { max: MESSAGES_PER_MINUTE } },
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await payments.receive(provider, body, request.headers);
        return { data: { received: true } };
      },
    );
  }
}
