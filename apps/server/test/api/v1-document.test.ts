import { API_VERSIONS, EVENT_TYPES, PROBLEMS } from '@assay/contracts/v1';
import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';

const server = useAuthApp();

interface Described {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly security: readonly object[];
  readonly paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>;
  readonly webhooks: Record<
    string,
    {
      readonly post: {
        readonly parameters: readonly { readonly name: string }[];
        readonly requestBody: {
          readonly content: { readonly 'application/json': { readonly schema: { $ref: string } } };
        };
      };
    }
  >;
  readonly components: { readonly schemas: Record<string, { readonly required?: readonly string[] }> };
}
interface Answer {
  readonly description: string;
  readonly content?: Record<string, { schema: { $ref?: string } }>;
}

async function document(): Promise<Described> {
  const answer = await server.client().get('/api/v1/openapi.json');
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text);
}

describe('the document of the public API', () => {
  it('is open to all, names every call once, and says that a key opens it', async () => {
    const { openapi, info, security, paths } = await document();
    expect([openapi, info.version, security]).toEqual(['3.1.0', API_VERSIONS[0], [{ apiKey: [] }]]);
    const operations = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(operations.toSorted()).toEqual([
      'cancelBatch',
      'cancelCheck',
      'cancelTransfer',
      'closeBatch',
      'createBatch',
      'createCheck',
      'createTransfer',
      'createWebhookEndpoint',
      'createWithdrawalAttempt',
      'deleteWebhookEndpoint',
      'followBatch',
      'listAssets',
      'listBatches',
      'listChecks',
      'listEvents',
      'listNetworks',
      'listTestAddresses',
      'listTestTransactions',
      'listTransfers',
      'listWebhookDeliveries',
      'listWebhookEndpoints',
      'listWebhookKeys',
      'listWithdrawalAttempts',
      'putBatchPart',
      'resendWebhookDelivery',
      'resumeBatch',
      'retrieveBatch',
      'retrieveBatchResults',
      'retrieveCheck',
      'retrieveEvent',
      'retrieveLabels',
      'retrieveNetwork',
      'retrieveTransfer',
      'retrieveUsage',
      'retrieveWebhookDelivery',
      'retrieveWebhookEndpoint',
      'retrieveWithdrawalAttempt',
      'rotateWebhookSecret',
      'testWebhookEndpoint',
      'updateWebhookEndpoint',
    ]);
  });

  it('describes successes by their schema, and failures as problems with every code of their status', async () => {
    const { paths, components } = await document();
    const { responses } = paths['/api/v1/checks']?.['post'] ?? { responses: {} as Record<string, Answer> };
    expect(responses['201']?.content?.['application/json']?.schema.$ref).toBe('#/components/schemas/Check');
    expect(responses['402']?.content?.['application/problem+json']?.schema.$ref).toBe('#/components/schemas/Problem');
    expect(responses['402']?.description).toBe(
      `\`insufficient_checks\`: ${PROBLEMS.insufficient_checks.title}.\n\n\`key_limit_reached\`: ${PROBLEMS.key_limit_reached.title}.`,
    );
    expect(components.schemas['CreateCheck']?.required).toEqual(['address', 'asset']);
    expect(Object.keys(components.schemas).toSorted()).toEqual([
      'AddressLabels',
      'Batch',
      'BatchCanceledEvent',
      'BatchCompletedEvent',
      'BatchPausedEvent',
      'Check',
      'CheckCompletedEvent',
      'CheckFailedEvent',
      'CreateCheck',
      'CreateTransfer',
      'CreateWebhookEndpoint',
      'CreateWithdrawalAttempt',
      'Event',
      'Network',
      'NewWebhookEndpoint',
      'OpenBatch',
      'Problem',
      'RotateWebhookSecret',
      'TestAddress',
      'TestTransaction',
      'Transfer',
      'TransferCompletedEvent',
      'TransferFailedEvent',
      'UpdateWebhookEndpoint',
      'WebhookDelivery',
      'WebhookDeliveryLog',
      'WebhookEndpoint',
      'WebhookTestEvent',
      'WithdrawalAttempt',
    ]);
  });

  it('describes what webhooks send, one request for each type of event', async () => {
    const { webhooks, components } = await document();
    expect(Object.keys(webhooks)).toEqual(EVENT_TYPES);
    for (const { post } of Object.values(webhooks)) {
      const schema = post.requestBody.content['application/json'].schema.$ref.replace('#/components/schemas/', '');
      expect(components.schemas).toHaveProperty(schema);
      expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    }
  });

  it('is another than that of the site, which names none of these calls', async () => {
    const site = JSON.parse((await server.client().get('/api/openapi.json')).text);
    expect(Object.keys(site.paths).filter((path) => path.startsWith('/api/v1'))).toEqual([]);
  });
});
