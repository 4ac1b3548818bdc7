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
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { assertWithin } from '../../../platform/http/limits/limiter.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import type { EndpointActor } from './webhooks.ports.ts';
import {
  deliveryPage,
  presentDelivery,
  presentEndpoint,
  presentLog,
  RESENDS,
  TEST_EVENTS,
} from './webhooks.presenter.ts';
import type { WebhooksService } from './webhooks.service.ts';

const PAGE = 20;

/** Calls of the signed-in member about the workspace's webhooks. */
export async function webhooksRoutes(
  app: FastifyInstance,
  { webhooks }: { readonly webhooks: WebhooksService },
): Promise<void> {
  answerCall(app, Webhooks, async ({ request }) => ({
    endpoints: (await webhooks.list(actorOf(request))).map(presentEndpoint),
  }));

  answerCall(app, CreateWebhook, async ({ body, request }) => {
    const { event_types: eventTypes, ...wish } = body;
    const made = await webhooks.create(actorOf(request), { ...wish, eventTypes });
    return { endpoint: { ...presentEndpoint(made.endpoint), secret: made.secret } };
  });

  answerCall(app, UpdateWebhook, async ({ params, body, request }) => {
    const { event_types: eventTypes, status, url, description } = body;
    const isEnabled = status === undefined ? undefined : status === 'enabled';
    const change = { url, description, eventTypes, isEnabled };
    return { endpoint: presentEndpoint(await webhooks.update(actorOf(request), params.id, change)) };
  });

  answerCall(app, DeleteWebhook, async ({ params, request }) => {
    await webhooks.remove(actorOf(request), params.id);
    return {};
  });

  answerCall(app, RotateWebhook, async ({ params, body, request }) => {
    const made = await webhooks.rotate(actorOf(request), params.id, body.former_works_hours);
    return { endpoint: { ...presentEndpoint(made.endpoint), secret: made.secret } };
  });

  answerCall(app, TestWebhook, async ({ params, request }) => {
    await assertWithin(app.limiter, TEST_EVENTS, actorOf(request).workspace);
    await webhooks.test(actorOf(request), params.id);
    return {};
  });

  answerCall(app, WebhookDeliveries, async ({ params, query, request }) => {
    const wish = { limit: PAGE, cursor: query.cursor ?? null, status: null };
    const page = await deliveryPage(webhooks, actorOf(request), params.id, wish);
    return { deliveries: page.data, next_cursor: page.next_cursor };
  });

  answerCall(app, WebhookDelivery, async ({ params, request }) => ({
    delivery: presentLog(await webhooks.delivery(actorOf(request), params.id)),
  }));

  answerCall(app, ResendWebhook, async ({ params, request }) => {
    await assertWithin(app.limiter, RESENDS, actorOf(request).workspace);
    return { delivery: presentDelivery(await webhooks.resend(actorOf(request), params.id)) };
  });
}

function actorOf(request: FastifyRequest): EndpointActor {
  const { sub, workspace } = callerOf(request);
  return { workspace: workspace.id, by: sub, key: null, mode: null };
}
