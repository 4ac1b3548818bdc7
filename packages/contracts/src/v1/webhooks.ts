import { API_MODES } from '@assay/domain';
import { z } from 'zod';
import { storedText } from '../wire/stored-text.ts';
import { EVENT_TYPES } from './events.ts';
import { WEBHOOK_DELIVERY, WEBHOOK_ENDPOINT } from './examples.ts';

/** Endpoints of one workspace in one mode. */
export const WEBHOOK_ENDPOINTS_AT_MOST = 10;
/** Characters of an answer that the delivery log keeps. */
export const RESPONSE_KEPT_CHARACTERS = 4096;

export const WEBHOOK_ENDPOINT_ID = /^whe_[0-9A-Za-z]{16}$/;
export const WEBHOOK_DELIVERY_ID = /^whd_[0-9a-f]{32}$/;

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
