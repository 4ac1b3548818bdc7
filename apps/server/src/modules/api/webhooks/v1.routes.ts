import {
  CreateWebhookEndpointV1,
  DeleteWebhookEndpointV1,
  ListWebhookDeliveriesV1,
  ListWebhookEndpointsV1,
  ListWebhookKeysV1,
  ResendWebhookDeliveryV1,
  RetrieveWebhookDeliveryV1,
  RetrieveWebhookEndpointV1,
  RotateWebhookSecretV1,
  TestWebhookEndpointV1,
  UpdateWebhookEndpointV1,
} from '@assay/contracts/v1';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertWithin } from '../../../platform/http/limits/limiter.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import { answerV1 } from '../public-api/answer-v1.ts';
import type { IdempotencyPorts } from '../public-api/idempotency.ts';
import { keyOf } from '../public-api/key-gate.ts';
import { pathOf, replyOnce } from '../public-api/resource-replies.ts';
import type { ServiceKey } from './signing.ts';
import type { EndpointActor } from './webhooks.ports.ts';
import {
  deliveryPage,
  presentDelivery,
  presentEndpoint,
  presentLog,
  RESENDS,
  TEST_EVENTS,
} from './webhooks.presenter.ts';
import type { MadeEndpoint, WebhooksService } from './webhooks.service.ts';

export interface WebhooksV1Options {
  readonly webhooks: WebhooksService;
  readonly idempotency: IdempotencyPorts;
  /** Of answers that hold the secret of an endpoint. */
  readonly seal: Seal;
}

/** Webhook endpoints of the public API, and the log of their deliveries. A key sees those of its mode. */
export async function webhooksV1Routes(app: FastifyInstance, options: WebhooksV1Options): Promise<void> {
  const { webhooks, idempotency, seal } = options;

  answerV1(app, CreateWebhookEndpointV1, async ({ body, request, reply }) => {
    const { event_types: eventTypes, ...wish } = body;
    const wanted = { ...wish, eventTypes, mode: keyOf(request).mode };
    const call = { path: CreateWebhookEndpointV1.path, seal };
    return replyOnce(idempotency, request, reply, call, async (keepIn) =>
      presentMade(await webhooks.create(actorOf(request), wanted, (tx, made) => keepIn(tx, presentMade(made)))),
    );
  });

  answerV1(app, ListWebhookEndpointsV1, async ({ request }) => ({
    object: 'list' as const,
    data: (await webhooks.list(actorOf(request))).map(presentEndpoint),
    has_more: false,
    next_cursor: null,
  }));

  answerV1(app, RetrieveWebhookEndpointV1, async ({ params, request }) =>
    presentEndpoint(await webhooks.retrieve(actorOf(request), params.id)),
  );

  answerV1(app, UpdateWebhookEndpointV1, async ({ params, body, request }) => {
    const { event_types: eventTypes, status, url, description } = body;
    const isEnabled = status === undefined ? undefined : status === 'enabled';
    const change = { url, description, eventTypes, isEnabled };
    return presentEndpoint(await webhooks.update(actorOf(request), params.id, change));
  });

  answerV1(app, DeleteWebhookEndpointV1, async ({ params, request }) => {
    await webhooks.remove(actorOf(request), params.id);
    return { id: params.id, object: 'webhook_endpoint' as const, deleted: true as const };
  });

  answerV1(app, RotateWebhookSecretV1, async ({ params, body, request, reply }) => {
    const call = { path: pathOf(request), status: 200, seal };
    const { former_works_hours: hours } = body;
    return replyOnce(idempotency, request, reply, call, async (keepIn) =>
      presentMade(
        await webhooks.rotate(actorOf(request), params.id, hours, (tx, made) => keepIn(tx, presentMade(made))),
      ),
    );
  });

  answerV1(app, TestWebhookEndpointV1, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request) }, async (keepIn) => {
      await assertWithin(app.limiter, TEST_EVENTS, keyOf(request).workspace);
      return webhooks.test(actorOf(request), params.id, keepIn);
    }),
  );

  answerV1(app, ListWebhookDeliveriesV1, async ({ params, query, request }) => {
    const { limit, cursor = null, status = null } = query;
    return deliveryPage(webhooks, actorOf(request), params.id, { limit, cursor, status });
  });

  answerV1(app, RetrieveWebhookDeliveryV1, async ({ params, request }) =>
    presentLog(await webhooks.delivery(actorOf(request), params.id)),
  );

  answerV1(app, ResendWebhookDeliveryV1, async ({ params, request, reply }) =>
    replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async (keepIn) => {
      await assertWithin(app.limiter, RESENDS, keyOf(request).workspace);
      return presentDelivery(
        await webhooks.resend(actorOf(request), params.id, (tx, made) => keepIn(tx, presentDelivery(made))),
      );
    }),
  );
}

/** The public keys that verify `v1a` signatures, open to all. Ours changes with the secret of the installation only. */
export async function webhookKeysRoutes(
  app: FastifyInstance,
  { serviceKey }: { readonly serviceKey: ServiceKey },
): Promise<void> {
  answerV1(app, ListWebhookKeysV1, async ({ reply }) => {
    reply.header('cache-control', 'public, max-age=3600');
    const key = { object: 'webhook_key', algorithm: 'ed25519', signature: 'v1a' } as const;
    return { object: 'list' as const, data: [{ ...key, public_key: serviceKey.publicText }] };
  });
}

function actorOf(request: FastifyRequest): EndpointActor {
  const key = keyOf(request);
  return { workspace: key.workspace, mode: key.mode, key, by: key.heldBy };
}

function presentMade({ endpoint, secret }: MadeEndpoint) {
  return { ...presentEndpoint(endpoint), secret };
}
