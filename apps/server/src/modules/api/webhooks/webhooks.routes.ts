import {
  CreateWebhook,
  DeleteWebhook,
  ResendWebhook,
  RotateWebhook,
  TestWebhook,
  UpdateWebhook,
  WebhookDeliveries,
  WebhookDelivery,
  Webhooks,
} from '@assay/contracts';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller, requirePermission } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { assertWithin } from '../../../platform/http/limiter.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import { RESENDS, TEST_EVENTS } from './asked-limits.ts';
import { deliveryPage } from './delivery-page.ts';
import type { EndpointActor } from './webhooks.ports.ts';
import { presentDelivery, presentEndpoint, presentLog } from './webhooks.presenter.ts';
import type { WebhooksService } from './webhooks.service.ts';

export interface WebhooksRoutesOptions {
  readonly webhooks: WebhooksService;
  readonly readsPerMinute: number;
}

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;
const PAGE = 20;

/** Routes of the signed-in member for the workspace's webhooks. */
export const webhooksRoutes: FastifyPluginAsyncZod<WebhooksRoutesOptions> = async (
  app,
  { webhooks, readsPerMinute },
) => {
  const tags = ['developers'];
  const reads = {
    config: { rateLimit: { max: readsPerMinute } },
    preParsing: [requireCaller, requirePermission('keys')],
  };
  const config = { rateLimit: { max: CHANGES_PER_MINUTE } };
  /** Who gets a secret, or has events sent elsewhere, confirms that it is they. */
  const confirmed = { config, preParsing: [requirePermission('keys'), requireStepUp] };
  const plain = { config, preParsing: requirePermission('keys') };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    Webhooks.path,
    {
      schema: {
        summary: 'The webhook endpoints of the workspace',
        tags,
        response: { ...Webhooks.answers, ...failures(Webhooks.errors) },
      },
      ...reads,
    },
    async (request) => ({ data: { endpoints: (await webhooks.list(actorOf(request))).map(presentEndpoint) } }),
  );

  app.post(
    CreateWebhook.path,
    {
      schema: {
        summary: 'Add a webhook endpoint',
        description: 'The answer holds the secret. It is shown this once.',
        tags,
        body: CreateWebhook.body,
        response: { ...CreateWebhook.answers, ...failures(CreateWebhook.errors) },
      },
      ...confirmed,
    },
    async (request) => {
      const { event_types: eventTypes, ...wish } = request.body;
      const made = await webhooks.create(actorOf(request), { ...wish, eventTypes });
      return { data: { endpoint: { ...presentEndpoint(made.endpoint), secret: made.secret } } };
    },
  );

  app.patch(
    UpdateWebhook.path,
    {
      schema: {
        summary: 'Change a webhook endpoint',
        tags,
        params: UpdateWebhook.params,
        body: UpdateWebhook.body,
        response: { ...UpdateWebhook.answers, ...failures(UpdateWebhook.errors) },
      },
      ...confirmed,
    },
    async (request) => {
      const { event_types: eventTypes, status, url, description } = request.body;
      const change = {
        url,
        description,
        eventTypes,
        isEnabled: status === undefined ? undefined : status === 'enabled',
      };
      return {
        data: { endpoint: presentEndpoint(await webhooks.update(actorOf(request), request.params.id, change)) },
      };
    },
  );

  app.delete(
    DeleteWebhook.path,
    {
      schema: {
        summary: 'Delete a webhook endpoint',
        tags,
        params: DeleteWebhook.params,
        response: { ...DeleteWebhook.answers, ...failures(DeleteWebhook.errors) },
      },
      config,
      // Without a fresh confirmation: to stop sending data away must not wait.
      preParsing: [requireCaller, requirePermission('keys')],
    },
    async (request) => {
      await webhooks.remove(actorOf(request), request.params.id);
      return { data: {} };
    },
  );

  app.post(
    RotateWebhook.path,
    {
      schema: {
        summary: 'Replace the secret of a webhook endpoint',
        tags,
        params: RotateWebhook.params,
        body: RotateWebhook.body,
        response: { ...RotateWebhook.answers, ...failures(RotateWebhook.errors) },
      },
      ...confirmed,
    },
    async (request) => {
      const made = await webhooks.rotate(actorOf(request), request.params.id, request.body.former_works_hours);
      return { data: { endpoint: { ...presentEndpoint(made.endpoint), secret: made.secret } } };
    },
  );

  app.post(
    TestWebhook.path,
    {
      schema: {
        summary: 'Send a test event to a webhook endpoint',
        tags,
        params: TestWebhook.params,
        response: { ...TestWebhook.answers, ...failures(TestWebhook.errors) },
      },
      ...plain,
    },
    async (request) => {
      await assertWithin(app.limiter, TEST_EVENTS, actorOf(request).workspace);
      await webhooks.test(actorOf(request), request.params.id);
      return { data: {} };
    },
  );

  app.get(
    WebhookDeliveries.path,
    {
      schema: {
        summary: 'Deliveries to a webhook endpoint',
        tags,
        params: WebhookDeliveries.params,
        querystring: WebhookDeliveries.query,
        response: { ...WebhookDeliveries.answers, ...failures(WebhookDeliveries.errors) },
      },
      ...reads,
    },
    async (request) => {
      const wish = { limit: PAGE, cursor: request.query.cursor ?? null, status: null };
      const page = await deliveryPage(webhooks, actorOf(request), request.params.id, wish);
      return { data: { deliveries: page.data, next_cursor: page.next_cursor } };
    },
  );

  app.get(
    WebhookDelivery.path,
    {
      schema: {
        summary: 'A delivery with what was sent and what came back',
        tags,
        params: WebhookDelivery.params,
        response: { ...WebhookDelivery.answers, ...failures(WebhookDelivery.errors) },
      },
      ...reads,
    },
    async (request) => ({
      data: { delivery: presentLog(await webhooks.delivery(actorOf(request), request.params.id)) },
    }),
  );

  app.post(
    ResendWebhook.path,
    {
      schema: {
        summary: 'Send the event of a delivery again',
        tags,
        params: ResendWebhook.params,
        response: { ...ResendWebhook.answers, ...failures(ResendWebhook.errors) },
      },
      ...plain,
    },
    async (request) => {
      await assertWithin(app.limiter, RESENDS, actorOf(request).workspace);
      return { data: { delivery: presentDelivery(await webhooks.resend(actorOf(request), request.params.id)) } };
    },
  );
};

function actorOf(request: FastifyRequest): EndpointActor {
  const { sub, workspace } = callerOf(request);
  return { workspace: workspace.id, by: sub, key: null, mode: null };
}
