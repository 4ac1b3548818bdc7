import { EVENT_TYPES, type EventType } from '@assay/contracts/v1';

/** What happened, and the schema of its event. */
const EVENTS: Readonly<Record<EventType, { readonly summary: string; readonly schema: string }>> = {
  'batch.canceled': { summary: 'A batch was cancelled', schema: 'BatchCanceledEvent' },
  'batch.completed': { summary: 'All rows of a batch have ended', schema: 'BatchCompletedEvent' },
  'batch.paused': { summary: 'A batch is paused', schema: 'BatchPausedEvent' },
  'check.completed': { summary: 'A check has a result', schema: 'CheckCompletedEvent' },
  'check.failed': { summary: 'A check ended without a result', schema: 'CheckFailedEvent' },
  'transfer.completed': { summary: 'A transfer has a result', schema: 'TransferCompletedEvent' },
  'transfer.failed': { summary: 'A transfer ended without a result', schema: 'TransferFailedEvent' },
  'webhook.test': { summary: 'A test event was asked for', schema: 'WebhookTestEvent' },
};

const HEADERS = {
  'webhook-id': 'Id of the event; the same for each attempt.',
  'webhook-timestamp': 'Second in which it was sent.',
  'webhook-signature': 'Signatures with spaces between them, as Standard Webhooks writes them: `v1` and `v1a`.',
};

/** The section `webhooks` of the OpenAPI 3.1 document: the requests that receivers get. */
export function webhooksSection(): Readonly<Record<string, object>> {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `receive${pascalCase(type)}`,
          summary: EVENTS[type].summary,
          tags: ['webhooks'],
          // The signature of the request says who sent it.
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${EVENTS[type].schema}` } } },
          },
          responses: {
            '2XX': { description: 'The event was taken. Anything else is tried again for three days.' },
            '410': { description: 'The endpoint is gone; it is disabled.' },
          },
        },
      },
    ]),
  );
}

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
