import {
  CreateWebhookEndpointV1,
  DeleteWebhookEndpointV1,
  ListWebhookDeliveriesV1,
  ListWebhookEndpointsV1,
  ResendWebhookDeliveryV1,
  RetrieveWebhookDeliveryV1,
  RetrieveWebhookEndpointV1,
  RotateWebhookSecretV1,
  TestWebhookEndpointV1,
  UpdateWebhookEndpointV1,
} from '@assay/contracts/v1';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { assertWithin } from '../../../platform/http/limiter.ts';
import type { Seal } from '../../../platform/kernel/seal.ts';
import { type IdempotencyPorts, keyOf, pathOf, replyOnce, requireScope } from '../public-api/index.ts';
import { RESENDS, TEST_EVENTS } from './asked-limits.ts';
import { deliveryPage } from './delivery-page.ts';
import type { EndpointActor } from './webhooks.ports.ts';
import { presentDelivery, presentEndpoint, presentLog } from './webhooks.presenter.ts';
import type { MadeEndpoint, WebhooksService } from './webhooks.service.ts';

export interface WebhooksV1Options {
  readonly webhooks: WebhooksService;
  readonly idempotency: IdempotencyPorts;
  /** Of answers that hold the secret of an endpoint. */
  readonly seal: Seal;
}

const tags = ['webhooks'];
const shared = { config: { answersTestKeys: true }, preParsing: requireScope('webhooks') };

/** Webhook endpoints of the public API, and the log of their deliveries. A key sees those of its mode. */
export const webhooksV1Routes: FastifyPluginAsyncZod<WebhooksV1Options> = async (app, options) => {
  const { webhooks, idempotency, seal } = options;
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.post(
    CreateWebhookEndpointV1.path,
    {
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description: 'Events of the mode of the key are sent to it. The answer holds the secret, this once.',
        tags,
        headers: CreateWebhookEndpointV1.headers,
        body: CreateWebhookEndpointV1.body,
        response: CreateWebhookEndpointV1.answers,
      },
      ...shared,
    },
    async (request, reply) => {
      const { event_types: eventTypes, ...wish } = request.body;
      const { mode } = keyOf(request);
      const call = { path: CreateWebhookEndpointV1.path, seal };
      return replyOnce(idempotency, request, reply, call, async (keepIn) => {
        const wanted = { ...wish, eventTypes, mode };
        return presentMade(
          await webhooks.create(actorOf(request), wanted, (tx, made) => keepIn(tx, presentMade(made))),
        );
      });
    },
  );

  app.get(
    ListWebhookEndpointsV1.path,
    {
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'All of the mode of the key, the newest first; there are at most ten.',
        tags,
        response: ListWebhookEndpointsV1.answers,
      },
      ...shared,
    },
    async (request) => ({
      object: 'list' as const,
      data: (await webhooks.list(actorOf(request))).map(presentEndpoint),
      has_more: false,
      next_cursor: null,
    }),
  );

  app.get(
    RetrieveWebhookEndpointV1.path,
    {
      schema: {
        operationId: 'retrieveWebhookEndpoint',
        summary: 'Retrieve a webhook endpoint',
        description: 'Without its secret.',
        tags,
        params: RetrieveWebhookEndpointV1.params,
        response: RetrieveWebhookEndpointV1.answers,
      },
      ...shared,
    },
    async (request) => presentEndpoint(await webhooks.retrieve(actorOf(request), request.params.id)),
  );

  app.patch(
    UpdateWebhookEndpointV1.path,
    {
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Update a webhook endpoint',
        description: 'Fields that are left out stay as they are.',
        tags,
        params: UpdateWebhookEndpointV1.params,
        body: UpdateWebhookEndpointV1.body,
        response: UpdateWebhookEndpointV1.answers,
      },
      ...shared,
    },
    async (request) => {
      const { event_types: eventTypes, status, url, description } = request.body;
      const change = {
        url,
        description,
        eventTypes,
        isEnabled: status === undefined ? undefined : status === 'enabled',
      };
      return presentEndpoint(await webhooks.update(actorOf(request), request.params.id, change));
    },
  );

  app.delete(
    DeleteWebhookEndpointV1.path,
    {
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        description: 'With its deliveries and their log.',
        tags,
        params: DeleteWebhookEndpointV1.params,
        response: DeleteWebhookEndpointV1.answers,
      },
      ...shared,
    },
    async (request) => {
      const { id } = request.params;
      await webhooks.remove(actorOf(request), id);
      return { id, object: 'webhook_endpoint' as const, deleted: true as const };
    },
  );

  app.post(
    RotateWebhookSecretV1.path,
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook endpoint',
        description: 'Both secrets sign until the former one ends.',
        tags,
        headers: RotateWebhookSecretV1.headers,
        params: RotateWebhookSecretV1.params,
        body: RotateWebhookSecretV1.body,
        response: RotateWebhookSecretV1.answers,
      },
      ...shared,
    },
    async (request, reply) => {
      const call = { path: pathOf(request), status: 200, seal };
      const { former_works_hours: hours } = request.body;
      return replyOnce(idempotency, request, reply, call, async (keepIn) =>
        presentMade(
          await webhooks.rotate(actorOf(request), request.params.id, hours, (tx, made) =>
            keepIn(tx, presentMade(made)),
          ),
        ),
      );
    },
  );

  app.post(
    TestWebhookEndpointV1.path,
    {
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test event',
        description:
          'A `webhook.test` event, to this endpoint only, whatever types it chose. 30 a minute and workspace.',
        tags,
        headers: TestWebhookEndpointV1.headers,
        params: TestWebhookEndpointV1.params,
      },
      ...shared,
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request) }, async (keepIn) => {
        await assertWithin(app.limiter, TEST_EVENTS, keyOf(request).workspace);
        return webhooks.test(actorOf(request), request.params.id, keepIn);
      }),
  );

  app.get(
    ListWebhookDeliveriesV1.path,
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List deliveries to an endpoint',
        description: 'The newest first, for as long as events are kept.',
        tags,
        params: ListWebhookDeliveriesV1.params,
        querystring: ListWebhookDeliveriesV1.query,
        response: ListWebhookDeliveriesV1.answers,
      },
      ...shared,
    },
    async (request) => {
      const { limit, cursor = null, status = null } = request.query;
      return deliveryPage(webhooks, actorOf(request), request.params.id, { limit, cursor, status });
    },
  );

  app.get(
    RetrieveWebhookDeliveryV1.path,
    {
      schema: {
        operationId: 'retrieveWebhookDelivery',
        summary: 'Retrieve a delivery',
        description: 'With what was sent and what came back.',
        tags,
        params: RetrieveWebhookDeliveryV1.params,
        response: RetrieveWebhookDeliveryV1.answers,
      },
      ...shared,
    },
    async (request) => presentLog(await webhooks.delivery(actorOf(request), request.params.id)),
  );

  app.post(
    ResendWebhookDeliveryV1.path,
    {
      schema: {
        operationId: 'resendWebhookDelivery',
        summary: 'Send an event again',
        description: 'Under the same `webhook-id`, as soon as possible, and out of order. 60 a minute and workspace.',
        tags,
        headers: ResendWebhookDeliveryV1.headers,
        params: ResendWebhookDeliveryV1.params,
        response: ResendWebhookDeliveryV1.answers,
      },
      ...shared,
    },
    async (request, reply) =>
      replyOnce(idempotency, request, reply, { path: pathOf(request), status: 200 }, async (keepIn) => {
        await assertWithin(app.limiter, RESENDS, keyOf(request).workspace);
        return presentDelivery(
          await webhooks.resend(actorOf(request), request.params.id, (tx, made) => keepIn(tx, presentDelivery(made))),
        );
      }),
  );
};

function actorOf(request: FastifyRequest): EndpointActor {
  const key = keyOf(request);
  return { workspace: key.workspace, mode: key.mode, key, by: key.heldBy };
}

function presentMade({ endpoint, secret }: MadeEndpoint) {
  return { ...presentEndpoint(endpoint), secret };
}
