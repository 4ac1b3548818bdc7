import { API_MODES } from '@assay/domain';
import { z } from 'zod';
import { Done } from '../auth/logout.ts';
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
} from '../v1/webhooks.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

const endpointParams = z.object({ id: z.string().regex(WEBHOOK_ENDPOINT_ID) });
const deliveryParams = z.object({ id: z.string().regex(WEBHOOK_DELIVERY_ID) });

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** GET /developers/webhooks: the endpoints of the selected workspace in both modes, the newest first. */
export const Webhooks = {
  method: 'GET',
  path: '/developers/webhooks',
  summary: 'The webhook endpoints of the workspace',
  tag: 'developers',
  limit: 'reads',
  needs: { permission: 'keys' },
  answers: { 200: success(z.object({ endpoints: z.array(WebhookEndpointV1) })) },
} as const satisfies Contract;

export const CreateWebhookBody = CreateWebhookEndpointV1Body.extend({ mode: z.enum(API_MODES).default('live') }).meta({
  id: 'CreateWebhookBody',
  examples: [{ url: 'https://exchange.example/hooks/assay', event_types: ['*'], mode: 'live' }],
});

/**
 * POST /developers/webhooks: the answer holds the secret once. Who gets a secret, or has events sent elsewhere, confirms
 * that it is they.
 */
export const CreateWebhook = {
  method: 'POST',
  path: '/developers/webhooks',
  summary: 'Add a webhook endpoint',
  description: 'The answer holds the secret. It is shown this once.',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys', stepUp: 'always' },
  body: CreateWebhookBody,
  answers: { 200: success(z.object({ endpoint: NewWebhookEndpointV1 })) },
  errors: ['NotFound', 'SecretNotAddress', 'TooManyWebhooks', 'WebhookUrlRefused'],
} as const satisfies Contract;

/** PATCH /developers/webhooks/{id}. */
export const UpdateWebhook = {
  method: 'PATCH',
  path: '/developers/webhooks/:id',
  summary: 'Change a webhook endpoint',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys', stepUp: 'always' },
  params: endpointParams,
  body: UpdateWebhookEndpointV1Body,
  answers: { 200: success(z.object({ endpoint: WebhookEndpointV1 })) },
  errors: ['NotFound', 'SecretNotAddress', 'WebhookUrlRefused'],
} as const satisfies Contract;

/**
 * DELETE /developers/webhooks/{id}: with its deliveries. Without a fresh confirmation: to stop sending data away must not
 * wait.
 */
export const DeleteWebhook = {
  method: 'DELETE',
  path: '/developers/webhooks/:id',
  summary: 'Delete a webhook endpoint',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys' },
  params: endpointParams,
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST /developers/webhooks/{id}/rotate: a new secret; the former one signs beside it for a while. */
export const RotateWebhook = {
  method: 'POST',
  path: '/developers/webhooks/:id/rotate',
  summary: 'Replace the secret of a webhook endpoint',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys', stepUp: 'always' },
  params: endpointParams,
  body: RotateWebhookSecretV1Body,
  answers: { 200: success(z.object({ endpoint: NewWebhookEndpointV1 })) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST /developers/webhooks/{id}/test: sends a test event. */
export const TestWebhook = {
  method: 'POST',
  path: '/developers/webhooks/:id/test',
  summary: 'Send a test event to a webhook endpoint',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys' },
  params: endpointParams,
  answers: { 200: success(Done) },
  errors: ['NotFound', 'WebhookDisabled'],
} as const satisfies Contract;

/** GET /developers/webhooks/{id}/deliveries: the newest first. */
export const WebhookDeliveries = {
  method: 'GET',
  path: '/developers/webhooks/:id/deliveries',
  summary: 'Deliveries to a webhook endpoint',
  tag: 'developers',
  limit: 'reads',
  needs: { permission: 'keys' },
  params: endpointParams,
  query: z.object({ cursor: z.string().max(200).optional() }),
  answers: {
    200: success(z.object({ deliveries: z.array(WebhookDeliveryV1), next_cursor: z.string().nullable() })),
  },
  errors: ['NotFound'],
} as const satisfies Contract;

/** GET /developers/deliveries/{id}: with the bodies of requests and answers. */
export const WebhookDelivery = {
  method: 'GET',
  path: '/developers/deliveries/:id',
  summary: 'A delivery with what was sent and what came back',
  tag: 'developers',
  limit: 'reads',
  needs: { permission: 'keys' },
  params: deliveryParams,
  answers: { 200: success(z.object({ delivery: WebhookDeliveryLogV1 })) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** POST /developers/deliveries/{id}/resend: sends the event again, under the same id. */
export const ResendWebhook = {
  method: 'POST',
  path: '/developers/deliveries/:id/resend',
  summary: 'Send the event of a delivery again',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys' },
  params: deliveryParams,
  answers: { 200: success(z.object({ delivery: WebhookDeliveryV1 })) },
  errors: ['NotFound', 'WebhookDisabled'],
} as const satisfies Contract;
