import { z } from 'zod';
import {
  IDEMPOTENCY_PROBLEMS,
  idempotencyHeaders,
  listOf,
  OPEN_PROBLEMS,
  pageOf,
  pageQuery,
  SCOPED_PROBLEMS,
  type V1Contract,
} from './calls.ts';
import { EventV1 } from './events.ts';
import {
  CreateWebhookEndpointV1Body,
  NewWebhookEndpointV1,
  RotateWebhookSecretV1Body,
  UpdateWebhookEndpointV1Body,
  WEBHOOK_DELIVERY_ID,
  WEBHOOK_ENDPOINT_ID,
  WebhookDeliveryLogV1,
  WebhookDeliveryV1,
  WebhookEndpointV1,
} from './webhooks.ts';

const endpointParams = z.object({ id: z.string().regex(WEBHOOK_ENDPOINT_ID).describe('Id of the endpoint.') });
const deliveryParams = z.object({ id: z.string().regex(WEBHOOK_DELIVERY_ID).describe('Id of the delivery.') });
const ALWAYS = [...SCOPED_PROBLEMS, 'invalid_request'] as const;
const WITH_BODY = [...ALWAYS, 'malformed_request', 'payload_too_large', 'unsupported_media_type'] as const;

/** POST /v1/webhook_endpoints: the answer holds the secret once. */
export const CreateWebhookEndpointV1 = {
  method: 'POST',
  path: '/v1/webhook_endpoints',
  summary: 'Create a webhook endpoint',
  description: 'Events of the mode of the key are sent to it. The answer holds the secret, this once.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  body: CreateWebhookEndpointV1Body,
  answers: { 201: NewWebhookEndpointV1 },
  problems: [...WITH_BODY, 'secret_not_address', 'invalid_webhook_url', 'too_many_endpoints', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;

/** GET /v1/webhook_endpoints: all of them, the newest first; there are at most ten. */
export const ListWebhookEndpointsV1 = {
  method: 'GET',
  path: '/v1/webhook_endpoints',
  summary: 'List webhook endpoints',
  description: 'All of the mode of the key, the newest first; there are at most ten.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  answers: { 200: pageOf(WebhookEndpointV1) },
  problems: ALWAYS,
} as const satisfies V1Contract;

export const RetrieveWebhookEndpointV1 = {
  method: 'GET',
  path: '/v1/webhook_endpoints/:id',
  summary: 'Retrieve a webhook endpoint',
  description: 'Without its secret.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  params: endpointParams,
  answers: { 200: WebhookEndpointV1 },
  problems: [...ALWAYS, 'not_found'],
} as const satisfies V1Contract;

export const UpdateWebhookEndpointV1 = {
  method: 'PATCH',
  path: '/v1/webhook_endpoints/:id',
  summary: 'Update a webhook endpoint',
  description: 'Fields that are left out stay as they are.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  params: endpointParams,
  body: UpdateWebhookEndpointV1Body,
  answers: { 200: WebhookEndpointV1 },
  problems: [...WITH_BODY, 'not_found', 'secret_not_address', 'invalid_webhook_url'],
} as const satisfies V1Contract;

/** DELETE /v1/webhook_endpoints/{id}: with its deliveries and their log. */
export const DeleteWebhookEndpointV1 = {
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:id',
  summary: 'Delete a webhook endpoint',
  description: 'With its deliveries and their log.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  params: endpointParams,
  answers: {
    200: z.object({
      id: z.string().describe('Id of the endpoint.'),
      object: z.literal('webhook_endpoint'),
      deleted: z.literal(true).describe('It is gone.'),
    }),
  },
  problems: [...ALWAYS, 'not_found'],
} as const satisfies V1Contract;

/** POST /v1/webhook_endpoints/{id}/rotate_secret: a new secret; the former one signs beside it for a while. */
export const RotateWebhookSecretV1 = {
  method: 'POST',
  path: '/v1/webhook_endpoints/:id/rotate_secret',
  summary: 'Replace the secret of a webhook endpoint',
  description: 'Both secrets sign until the former one ends.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: endpointParams,
  body: RotateWebhookSecretV1Body,
  answers: { 200: NewWebhookEndpointV1 },
  problems: [...WITH_BODY, 'not_found', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;

/** POST /v1/webhook_endpoints/{id}/test: sends a `webhook.test` event to this endpoint. */
export const TestWebhookEndpointV1 = {
  method: 'POST',
  path: '/v1/webhook_endpoints/:id/test',
  summary: 'Send a test event',
  description: 'A `webhook.test` event, to this endpoint only, whatever types it chose. 30 a minute and workspace.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: endpointParams,
  answers: { 201: EventV1 },
  problems: [...ALWAYS, 'not_found', 'endpoint_disabled', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;

/** GET /v1/webhook_endpoints/{id}/deliveries: the newest first, for as long as events are kept. */
export const ListWebhookDeliveriesV1 = {
  method: 'GET',
  path: '/v1/webhook_endpoints/:id/deliveries',
  summary: 'List deliveries to an endpoint',
  description: 'The newest first, for as long as events are kept.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  params: endpointParams,
  query: pageQuery.extend({
    status: z.enum(['waiting', 'delivered', 'failed']).optional().describe('Only those in this state.'),
  }),
  answers: { 200: pageOf(WebhookDeliveryV1) },
  problems: [...ALWAYS, 'not_found'],
} as const satisfies V1Contract;

/** GET /v1/webhook_deliveries/{id}: with the bodies of requests and answers. */
export const RetrieveWebhookDeliveryV1 = {
  method: 'GET',
  path: '/v1/webhook_deliveries/:id',
  summary: 'Retrieve a delivery',
  description: 'With what was sent and what came back.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  params: deliveryParams,
  answers: { 200: WebhookDeliveryLogV1 },
  problems: [...ALWAYS, 'not_found'],
} as const satisfies V1Contract;

/** POST /v1/webhook_deliveries/{id}/resend: sends the event again, under the same `webhook-id`. */
export const ResendWebhookDeliveryV1 = {
  method: 'POST',
  path: '/v1/webhook_deliveries/:id/resend',
  summary: 'Send an event again',
  description: 'Under the same `webhook-id`, as soon as possible, and out of order. 60 a minute and workspace.',
  tag: 'webhooks',
  scope: 'webhooks',
  answersTestKeys: true,
  headers: idempotencyHeaders,
  params: deliveryParams,
  answers: { 200: WebhookDeliveryV1 },
  problems: [...ALWAYS, 'not_found', 'endpoint_disabled', ...IDEMPOTENCY_PROBLEMS],
} as const satisfies V1Contract;

const WebhookKeyV1 = z.object({
  object: z.literal('webhook_key'),
  algorithm: z.literal('ed25519').describe('Algorithm of the signature.'),
  signature: z.literal('v1a').describe('Prefix of its signatures in `webhook-signature`.'),
  public_key: z.string().describe('`whpk_` and 32 bytes in base64.'),
});

/** GET /v1/webhook_keys: public keys that verify `v1a` signatures; open to all. */
export const ListWebhookKeysV1 = {
  method: 'GET',
  path: '/v1/webhook_keys',
  summary: 'List the public keys of webhooks',
  description: 'They verify `v1a` signatures. Open to all.',
  tag: 'webhooks',
  limit: 'reads',
  answers: { 200: listOf(WebhookKeyV1) },
  problems: OPEN_PROBLEMS,
} as const satisfies V1Contract;
