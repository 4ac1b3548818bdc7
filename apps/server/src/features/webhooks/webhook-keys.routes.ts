import type { FastifyPluginAsync } from 'fastify';
import type { ServiceKey } from './signing.ts';

export interface WebhookKeysOptions {
  readonly serviceKey: ServiceKey;
  readonly readsPerMinute: number;
}

/** Where receivers find the public keys of the service, with the algorithm of their signatures. */
export const WEBHOOK_KEYS_PATH = '/v1/webhook_keys';

/** The public keys that verify `v1a` signatures, open to all. Ours changes with the secret of the installation only. */
export const webhookKeysRoutes: FastifyPluginAsync<WebhookKeysOptions> = async (
  app,
  { serviceKey, readsPerMinute },
) => {
  const keys = {
    object: 'list',
    data: [{ object: 'webhook_key', algorithm: 'ed25519', signature: 'v1a', public_key: serviceKey.publicText }],
  };
  app.get(
    WEBHOOK_KEYS_PATH,
    { schema: { hide: true }, config: { rateLimit: { max: readsPerMinute } } },
    async (_request, reply) => reply.header('cache-control', 'public, max-age=3600').send(keys),
  );
};
