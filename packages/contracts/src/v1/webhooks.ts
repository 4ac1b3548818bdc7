import { API_MODES } from '@assay/domain';
import { z } from 'zod';
import { storedText } from '../wire/stored-text.ts';
import { pageOf, pageQuery, SCOPED_PROBLEMS } from './calls.ts';
import { EVENT_TYPES, EventV1 } from './events.ts';

/** Endpoints of one workspace in one mode. */
export const WEBHOOK_ENDPOINTS_AT_MOST = 10;
/** Characters of an answer that the delivery log keeps. */
export const RESPONSE_KEPT_CHARACTERS = 4096;

export const WEBHOOK_ENDPOINT_ID = /^whe_[0-9A-Za-z]{16}$/;
export const WEBHOOK_DELIVERY_ID = /^whd_[0-9a-f]{32}$/;

const endpointParams = z.object({ id: z.string().regex(WEBHOOK_ENDPOINT_ID) });
const deliveryParams = z.object({ id: z.string().regex(WEBHOOK_DELIVERY_ID) });

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
    id: z.string(),
    object: z.literal('webhook_endpoint'),
    mode: z.enum(API_MODES),
    url: z.string(),
    description: z.string(),
    event_types: z.array(z.string()),
    status: z.enum(['enabled', 'disabled']),
    /** Why it is disabled: it was asked for, every attempt failed for three days, or it answered 410. */
    disabled_reason: z.enum(['requested', 'failing', 'gone']).nullable(),
    created_at: z.iso.datetime(),
    /** Since when every attempt has failed; null while it works. */
    failing_since: z.iso.datetime().nullable(),
    /** Until when the former secret signs beside the present one; null without one. */
    former_secret_until: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpointV1 = z.infer<typeof WebhookEndpointV1>;

export const NewWebhookEndpointV1 = WebhookEndpointV1.extend({
  /** `whsec_` and 32 random bytes in base64. It is shown this once. */
  secret: z.string(),
}).meta({ id: 'NewWebhookEndpoint' });
export type NewWebhookEndpointV1 = z.infer<typeof NewWebhookEndpointV1>;

export const CreateWebhookEndpointV1Body = z
  .strictObject({
    /** Where events are sent by POST: https, without a name and a password. Redirects are not followed. */
    url,
    description: description.default(''),
    event_types: eventTypes.default(['*']),
  })
  .meta({
    id: 'CreateWebhookEndpoint',
    examples: [{ url: 'https://exchange.example/hooks/assay', event_types: ['check.completed', 'check.failed'] }],
  });

export const UpdateWebhookEndpointV1Body = z
  .strictObject({
    url: url.optional(),
    description: description.optional(),
    event_types: eventTypes.optional(),
    /** `enabled` makes a disabled endpoint work again: for events from then on. */
    status: z.enum(['enabled', 'disabled']).optional(),
  })
  .meta({ id: 'UpdateWebhookEndpoint', examples: [{ status: 'enabled' }] });

export const RotateWebhookSecretV1Body = z
  .strictObject({
    /** How long the former secret signs beside the new one, whole hours, at most a week; 0 ends it at once. */
    former_works_hours: formerWorksHours.default(24),
  })
  .meta({ id: 'RotateWebhookSecret', examples: [{ former_works_hours: 24 }] });

const deliveryFacts = {
  id: z.string(),
  object: z.literal('webhook_delivery'),
  /** The event; also the `webhook-id` of each attempt. */
  event: z.string(),
  event_type: z.string(),
  endpoint: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  created_at: z.iso.datetime(),
  /** When the next attempt is due; null where none is. */
  next_attempt_at: z.iso.datetime().nullable(),
  /** Of the last attempt; null before it and where no answer came. */
  last_status_code: z.number().int().nullable(),
};

/** An event for an endpoint. */
export const WebhookDeliveryV1 = z.object(deliveryFacts).meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryV1 = z.infer<typeof WebhookDeliveryV1>;

/** The same with what was sent and what came back. */
export const WebhookDeliveryLogV1 = z
  .object({
    ...deliveryFacts,
    /** The bytes of each request. */
    request_body: z.string(),
    /** The last 50 attempts, the newest first. */
    attempts: z.array(
      z.object({
        at: z.iso.datetime(),
        duration_ms: z.number().int(),
        /** Null where no answer came. */
        status_code: z.number().int().nullable(),
        /** Why no answer came, in words; null where one came. */
        failure: z.string().nullable(),
        /** The beginning of the answer, 4,096 characters at most. */
        response_body: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WebhookDeliveryLog' });
export type WebhookDeliveryLogV1 = z.infer<typeof WebhookDeliveryLogV1>;

const ALWAYS = [...SCOPED_PROBLEMS, 'invalid_request'] as const;
const WITH_BODY = [...ALWAYS, 'malformed_request', 'payload_too_large', 'unsupported_media_type'] as const;

/** POST /v1/webhook_endpoints: the answer holds the secret once. */
export const CreateWebhookEndpointV1 = {
  method: 'POST',
  path: '/v1/webhook_endpoints',
  body: CreateWebhookEndpointV1Body,
  answers: { 201: NewWebhookEndpointV1 },
  problems: [...WITH_BODY, 'invalid_webhook_url', 'too_many_endpoints'],
} as const;

/** GET /v1/webhook_endpoints: all of them, the newest first; there are at most ten. */
export const ListWebhookEndpointsV1 = {
  method: 'GET',
  path: '/v1/webhook_endpoints',
  answers: { 200: pageOf(WebhookEndpointV1) },
  problems: ALWAYS,
} as const;

export const RetrieveWebhookEndpointV1 = {
  method: 'GET',
  path: '/v1/webhook_endpoints/:id',
  params: endpointParams,
  answers: { 200: WebhookEndpointV1 },
  problems: [...ALWAYS, 'not_found'],
} as const;

export const UpdateWebhookEndpointV1 = {
  method: 'PATCH',
  path: '/v1/webhook_endpoints/:id',
  params: endpointParams,
  body: UpdateWebhookEndpointV1Body,
  answers: { 200: WebhookEndpointV1 },
  problems: [...WITH_BODY, 'not_found', 'invalid_webhook_url'],
} as const;

/** DELETE /v1/webhook_endpoints/{id}: with its deliveries and their log. */
export const DeleteWebhookEndpointV1 = {
  method: 'DELETE',
  path: '/v1/webhook_endpoints/:id',
  params: endpointParams,
  answers: {
    200: z.object({ id: z.string(), object: z.literal('webhook_endpoint'), deleted: z.literal(true) }),
  },
  problems: [...ALWAYS, 'not_found'],
} as const;

/** POST /v1/webhook_endpoints/{id}/rotate_secret: a new secret; the former one signs beside it for a while. */
export const RotateWebhookSecretV1 = {
  method: 'POST',
  path: '/v1/webhook_endpoints/:id/rotate_secret',
  params: endpointParams,
  body: RotateWebhookSecretV1Body,
  answers: { 200: NewWebhookEndpointV1 },
  problems: [...WITH_BODY, 'not_found'],
} as const;

/** POST /v1/webhook_endpoints/{id}/test: sends a `webhook.test` event to this endpoint. */
export const TestWebhookEndpointV1 = {
  method: 'POST',
  path: '/v1/webhook_endpoints/:id/test',
  params: endpointParams,
  answers: { 201: EventV1 },
  problems: [...ALWAYS, 'not_found', 'endpoint_disabled'],
} as const;

/** GET /v1/webhook_endpoints/{id}/deliveries: the newest first, for as long as events are kept. */
export const ListWebhookDeliveriesV1 = {
  method: 'GET',
  path: '/v1/webhook_endpoints/:id/deliveries',
  params: endpointParams,
  query: pageQuery.extend({
    /** Only those in this state. */
    status: z.enum(['waiting', 'delivered', 'failed']).optional(),
  }),
  answers: { 200: pageOf(WebhookDeliveryV1) },
  problems: [...ALWAYS, 'not_found'],
} as const;

/** GET /v1/webhook_deliveries/{id}: with the bodies of requests and answers. */
export const RetrieveWebhookDeliveryV1 = {
  method: 'GET',
  path: '/v1/webhook_deliveries/:id',
  params: deliveryParams,
  answers: { 200: WebhookDeliveryLogV1 },
  problems: [...ALWAYS, 'not_found'],
} as const;

/** POST /v1/webhook_deliveries/{id}/resend: sends the event again, under the same `webhook-id`. */
export const ResendWebhookDeliveryV1 = {
  method: 'POST',
  path: '/v1/webhook_deliveries/:id/resend',
  params: deliveryParams,
  answers: { 200: WebhookDeliveryV1 },
  problems: [...ALWAYS, 'not_found', 'endpoint_disabled'],
} as const;
