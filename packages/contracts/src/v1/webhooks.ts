import { API_MODES } from '@assay/domain';
import { z } from 'zod';
import { storedText } from '../wire/stored-text.ts';
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
import { EVENT_TYPES, EventV1 } from './events.ts';
import { WEBHOOK_DELIVERY, WEBHOOK_ENDPOINT } from './examples.ts';

/** Endpoints of one workspace in one mode. */
export const WEBHOOK_ENDPOINTS_AT_MOST = 10;
/** Characters of an answer that the delivery log keeps. */
export const RESPONSE_KEPT_CHARACTERS = 4096;

export const WEBHOOK_ENDPOINT_ID = /^whe_[0-9A-Za-z]{16}$/;
export const WEBHOOK_DELIVERY_ID = /^whd_[0-9a-f]{32}$/;

const endpointParams = z.object({ id: z.string().regex(WEBHOOK_ENDPOINT_ID).describe('Id of the endpoint.') });
const deliveryParams = z.object({ id: z.string().regex(WEBHOOK_DELIVERY_ID).describe('Id of the delivery.') });

const url = storedText().trim().min(1).max(500);
const description = storedText().trim().max(200);
/** `*` alone: every type, those of later versions too. */
const eventTypes = z
  .array(z.enum([...EVENT_TYPES, '*']))
  .min(1)
  .max(EVENT_TYPES.length)
  .refine((types) => !types.includes('*') || types.length === 1, 'has "*" beside other types');
const formerWorksHours = z.number().int().min(0).max(168);

export const WebhookEndpointV1 = z
  .object({
    id: z.string().describe('`whe_` and 16 characters.'),
    object: z.literal('webhook_endpoint'),
    mode: z.enum(API_MODES).describe('Whose events it gets: those of live keys or those of test keys.'),
    url: z.string().describe('Where events are sent.'),
    description: z.string().describe('Yours, for lists.'),
    event_types: z.array(z.string()).describe('Types it gets; `*` alone: every type.'),
    status: z.enum(['enabled', 'disabled']).describe('Nothing is sent to a disabled one.'),
    disabled_reason: z
      .enum(['requested', 'failing', 'gone'])
      .nullable()
      .describe('Why it is disabled: it was asked for, every attempt failed for three days, or it answered 410.'),
    created_at: z.iso.datetime().describe('When it was created.'),
    failing_since: z.iso.datetime().nullable().describe('Since when every attempt has failed; null while it works.'),
    former_secret_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when the former secret signs beside the present one; null without one.'),
  })
  .meta({ id: 'WebhookEndpoint', examples: [WEBHOOK_ENDPOINT] });
export type WebhookEndpointV1 = z.infer<typeof WebhookEndpointV1>;

export const NewWebhookEndpointV1 = WebhookEndpointV1.extend({
  secret: z.string().describe('`whsec_` and 32 random bytes in base64. It is shown this once.'),
}).meta({
  id: 'NewWebhookEndpoint',
  examples: [{ ...WEBHOOK_ENDPOINT, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }],
});
export type NewWebhookEndpointV1 = z.infer<typeof NewWebhookEndpointV1>;

export const CreateWebhookEndpointV1Body = z
  .strictObject({
    url: url.describe(
      'Where events are sent by POST: https, without a name and a password. Redirects are not followed.',
    ),
    description: description.default('').describe('Yours, for lists.'),
    event_types: eventTypes
      .default(['*'])
      .describe('Types it gets. `*` alone: every type, those of later versions too.'),
  })
  .meta({
    id: 'CreateWebhookEndpoint',
    examples: [{ url: 'https://exchange.example/hooks/assay', event_types: ['check.completed', 'check.failed'] }],
  });

export const UpdateWebhookEndpointV1Body = z
  .strictObject({
    url: url.optional().describe('Where events are sent from then on.'),
    description: description.optional().describe('Yours, for lists.'),
    event_types: eventTypes.optional().describe('Types it gets from then on.'),
    status: z
      .enum(['enabled', 'disabled'])
      .optional()
      .describe('`enabled` makes a disabled endpoint work again: for events from then on.'),
  })
  .meta({ id: 'UpdateWebhookEndpoint', examples: [{ status: 'enabled' }] });

export const RotateWebhookSecretV1Body = z
  .strictObject({
    former_works_hours: formerWorksHours
      .default(24)
      .describe('How long the former secret signs beside the new one, whole hours, at most a week; 0 ends it at once.'),
  })
  .meta({ id: 'RotateWebhookSecret', examples: [{ former_works_hours: 24 }] });

const deliveryFacts = {
  id: z.string().describe('`whd_` and 32 characters.'),
  object: z.literal('webhook_delivery'),
  event: z.string().describe('The event; also the `webhook-id` of each attempt.'),
  event_type: z.string().describe('Type of the event.'),
  endpoint: z.string().describe('Id of the endpoint.'),
  status: z.enum(['waiting', 'delivered', 'failed']).describe('The last two are final.'),
  created_at: z.iso.datetime().describe('When the event was written for the endpoint.'),
  next_attempt_at: z.iso.datetime().nullable().describe('When the next attempt is due; null where none is.'),
  last_status_code: z
    .number()
    .int()
    .nullable()
    .describe('Of the last attempt; null before it and where no answer came.'),
};

/** An event for an endpoint. */
export const WebhookDeliveryV1 = z.object(deliveryFacts).meta({ id: 'WebhookDelivery', examples: [WEBHOOK_DELIVERY] });
export type WebhookDeliveryV1 = z.infer<typeof WebhookDeliveryV1>;

/** The same with what was sent and what came back. */
export const WebhookDeliveryLogV1 = z
  .object({
    ...deliveryFacts,
    request_body: z.string().describe('The bytes of each request.'),
    attempts: z
      .array(
        z.object({
          at: z.iso.datetime().describe('When it began.'),
          duration_ms: z.number().int().describe('How long it took, in milliseconds.'),
          status_code: z.number().int().nullable().describe('Null where no answer came.'),
          failure: z.string().nullable().describe('Why no answer came, in words; null where one came.'),
          response_body: z.string().nullable().describe('The beginning of the answer, 4,096 characters at most.'),
        }),
      )
      .describe('The last 50 attempts, the newest first.'),
  })
  .meta({
    id: 'WebhookDeliveryLog',
    examples: [
      {
        ...WEBHOOK_DELIVERY,
        request_body: '{"id":"evt_9Vb1Nc6xGk3HsJ8dQw5r"}',
        attempts: [
          { at: WEBHOOK_DELIVERY.created_at, duration_ms: 84, status_code: 200, failure: null, response_body: 'ok' },
        ],
      },
    ],
  });
export type WebhookDeliveryLogV1 = z.infer<typeof WebhookDeliveryLogV1>;

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
