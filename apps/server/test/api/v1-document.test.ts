import * as v1 from '@assay/contracts/v1';
import { API_VERSIONS, EVENT_TYPES, PROBLEMS, type V1Contract } from '@assay/contracts/v1';
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

const isContract = (value: unknown): value is V1Contract =>
  typeof value === 'object' && value !== null && 'path' in value && 'problems' in value;
const nameOf = (constant: string) => `${constant.charAt(0).toLowerCase()}${constant.slice(1, -'V1'.length)}`;
const withBraces = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

describe('the document of the public API', () => {
  it('is open to all, names every call once, and says that a key opens it', async () => {
    const { openapi, info, security, paths } = await document();
    expect([openapi, info.version, security]).toEqual(['3.1.0', API_VERSIONS[0], [{ apiKey: [] }]]);
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    const declared = Object.entries<unknown>(v1).flatMap(([name, contract]) =>
      isContract(contract) ? [`${nameOf(name)} ${contract.method} /api${withBraces(contract.path)}`] : [],
    );
    expect(declared.length).toBeGreaterThan(30);
    expect(described.toSorted()).toEqual(declared.toSorted());
    expect(described).toEqual(
      expect.arrayContaining(['retrieveUsage GET /api/v1/usage', 'followBatch GET /api/v1/batches/{id}/events']),
    );
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
