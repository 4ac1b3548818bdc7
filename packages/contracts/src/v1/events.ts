import { API_MODES } from '@assay/domain';
import { z } from 'zod';
import { BatchV1 } from './batches.ts';
import { pageOf, pageQuery, SCOPED_PROBLEMS, type V1Contract } from './calls.ts';
import { CheckV1 } from './checks.ts';
import {
  BATCH,
  CANCELED_BATCH,
  CHECK,
  eventExample,
  FAILED_CHECK,
  PAUSED_BATCH,
  WEBHOOK_ENDPOINT,
} from './examples.ts';
import { FAILED_TRANSFER, TRANSFER } from './transfer-examples.ts';
import { TransferV1 } from './transfers.ts';
import { API_VERSIONS } from './version.ts';

/** Ids of events; also the `webhook-id` of every delivery of the event. */
export const EVENT_ID = /^evt_[0-9A-Za-z]{20}$/;

/** What happens to objects of the public API. New types may be added: ignore those you do not know. */
export const EVENT_TYPES = [
  'batch.canceled',
  'batch.completed',
  'batch.paused',
  'check.completed',
  'check.failed',
  'transfer.completed',
  'transfer.failed',
  'webhook.test',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Days for which an event can be retrieved and sent again. */
export const EVENTS_KEPT_DAYS = 30;

const facts = {
  id: z.string().describe('`evt_` and 20 characters; also the `webhook-id` of every delivery.'),
  object: z.literal('event'),
  timestamp: z.iso.datetime().describe('When it happened.'),
  mode: z.enum(API_MODES).describe('`test` for an object of test mode: it says nothing about any address.'),
  api_version: z.enum(API_VERSIONS).describe('The version of the API that `data` is written in.'),
};

/** A check ended with a result. */
export const CheckCompletedEventV1 = z
  .object({ ...facts, type: z.literal('check.completed').describe('What happened.'), data: CheckV1 })
  .meta({ id: 'CheckCompletedEvent', examples: [eventExample('check.completed', 'test', CHECK)] });

/** A check ended without a result, or was cancelled. It cost nothing. */
export const CheckFailedEventV1 = z
  .object({ ...facts, type: z.literal('check.failed').describe('What happened.'), data: CheckV1 })
  .meta({ id: 'CheckFailedEvent', examples: [eventExample('check.failed', 'test', FAILED_CHECK)] });

/** A transfer ended with a result. */
export const TransferCompletedEventV1 = z
  .object({ ...facts, type: z.literal('transfer.completed').describe('What happened.'), data: TransferV1 })
  .meta({ id: 'TransferCompletedEvent', examples: [eventExample('transfer.completed', 'test', TRANSFER)] });

/** A transfer ended without a result, or was cancelled. It cost nothing. */
export const TransferFailedEventV1 = z
  .object({ ...facts, type: z.literal('transfer.failed').describe('What happened.'), data: TransferV1 })
  .meta({ id: 'TransferFailedEvent', examples: [eventExample('transfer.failed', 'test', FAILED_TRANSFER)] });

/** A batch was cancelled; checks of it that were running may still count in it. */
export const BatchCanceledEventV1 = z
  .object({ ...facts, type: z.literal('batch.canceled').describe('What happened.'), data: BatchV1 })
  .meta({ id: 'BatchCanceledEvent', examples: [eventExample('batch.canceled', 'live', CANCELED_BATCH)] });

/** All rows of a batch have ended. */
export const BatchCompletedEventV1 = z
  .object({ ...facts, type: z.literal('batch.completed').describe('What happened.'), data: BatchV1 })
  .meta({ id: 'BatchCompletedEvent', examples: [eventExample('batch.completed', 'live', BATCH)] });

/** A batch waits for what `pause_reason` names. */
export const BatchPausedEventV1 = z
  .object({ ...facts, type: z.literal('batch.paused').describe('What happened.'), data: BatchV1 })
  .meta({ id: 'BatchPausedEvent', examples: [eventExample('batch.paused', 'live', PAUSED_BATCH)] });

/** Somebody asked for a test event of an endpoint. */
export const WebhookTestEventV1 = z
  .object({
    ...facts,
    type: z.literal('webhook.test').describe('What happened.'),
    data: z
      .object({ object: z.literal('webhook_test'), endpoint: z.string().describe('Id of the endpoint.') })
      .describe('For which endpoint it was asked.'),
  })
  .meta({
    id: 'WebhookTestEvent',
    examples: [eventExample('webhook.test', 'test', { object: 'webhook_test', endpoint: WEBHOOK_ENDPOINT.id })],
  });

/** What happened to an object, with the object as it was then. */
export const EventV1 = z
  .discriminatedUnion('type', [
    BatchCanceledEventV1,
    BatchCompletedEventV1,
    BatchPausedEventV1,
    CheckCompletedEventV1,
    CheckFailedEventV1,
    TransferCompletedEventV1,
    TransferFailedEventV1,
    WebhookTestEventV1,
  ])
  .meta({ id: 'Event', examples: [eventExample('check.completed', 'test', CHECK)] });
export type EventV1 = z.infer<typeof EventV1>;

export const EventListV1 = pageOf(EventV1);

const PROBLEMS_OF_READING = [...SCOPED_PROBLEMS, 'invalid_request'] as const;

/** GET /v1/events: what happened in the last 30 days, the newest first. */
export const ListEventsV1 = {
  method: 'GET',
  path: '/v1/events',
  summary: 'List events',
  description: 'What happened in the last 30 days, in the mode of the key, the newest first.',
  tag: 'events',
  scope: 'webhooks',
  answersTestKeys: true,
  query: pageQuery.extend({
    type: z.enum(EVENT_TYPES).optional().describe('Only events of this type.'),
    object_id: z
      .string()
      .regex(/^\w{1,60}$/)
      .optional()
      .describe('Only events of the object with this id.'),
  }),
  answers: { 200: EventListV1 },
  problems: PROBLEMS_OF_READING,
} as const satisfies V1Contract;

/** GET /v1/events/{id}: the very bytes that webhooks deliver. */
export const RetrieveEventV1 = {
  method: 'GET',
  path: '/v1/events/:id',
  summary: 'Retrieve an event',
  description: 'The very bytes that webhooks deliver.',
  tag: 'events',
  scope: 'webhooks',
  answersTestKeys: true,
  params: z.object({ id: z.string().regex(EVENT_ID).describe('Id of the event.') }),
  answers: { 200: EventV1 },
  problems: [...PROBLEMS_OF_READING, 'not_found'],
} as const satisfies V1Contract;
