import { ListWebhookKeysV1 } from '@assay/contracts/v1';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ServiceKey } from './signing.ts';

export interface WebhookKeysOptions {
  readonly serviceKey: ServiceKey;
  readonly readsPerMinute: number;
}

/** The public keys that verify `v1a` signatures, open to all. Ours changes with the secret of the installation only. */
export const webhookKeysRoutes: FastifyPluginAsyncZod<WebhookKeysOptions> = async (
  app,
  { serviceKey, readsPerMinute },
) => {
  const keys = {
    object: 'list' as const,
    data: [
      {
        object: 'webhook_key' as const,
        algorithm: 'ed25519' as const,
        signature: 'v1a' as const,
        public_key: serviceKey.publicText,
      },
    ],
  };
  app.get(
    ListWebhookKeysV1.path,
    {
      schema: {
        operationId: 'listWebhookKeys',
        summary: 'List the public keys of webhooks',
        description: 'They verify `v1a` signatures. Open to all.',
        tags: ['webhooks'],
        response: ListWebhookKeysV1.answers,
      },
      config: { rateLimit: { max: readsPerMinute } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return keys;
    },
  );
};
