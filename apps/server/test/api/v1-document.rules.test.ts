import { describe, expect, it } from 'vitest';
import { useAuthApp } from '../support/auth-app.ts';
import { lintDocument, servedDocument } from './openapi/served-document.ts';

const server = useAuthApp();

describe('the document of the public API, by the rules of others', () => {
  it('has nothing for Redocly’s recommended rules to object to, neither errors nor warnings', async () => {
    const { text } = await servedDocument(server);
    expect(lintDocument('lint.mjs', text)).toEqual([]);
  });

  it('has nothing for Spectral’s rules of OpenAPI to object to, neither errors nor hints', async () => {
    const { text } = await servedDocument(server);
    expect(lintDocument('spectral.mjs', text)).toEqual([]);
    const broken = text.replaceAll('"operationId":"listChecks"', '"operationId":"createCheck"');
    expect(lintDocument('spectral.mjs', broken).map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});

describe('the document of the public API, by our own', () => {
  it('describes every field, but those whose value is always the same', async () => {
    const { document } = await servedDocument(server);
    const missing: string[] = [];
    const walk = (part: unknown, where: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { properties = {}, examples: _examples, ...rest } = part as Record<string, unknown>;
      for (const [name, field] of Object.entries(Object(properties))) {
        const isNamed = ['description', '$ref'].some((key) => Object.hasOwn(Object(field), key));
        if (!isNamed && name !== 'object') missing.push(`${where}.${name}`);
        walk(field, `${where}.${name}`);
      }
      for (const [key, value] of Object.entries(rest)) walk(value, `${where}/${key}`);
    };
    walk({ paths: document.paths, schemas: document.components.schemas }, '');
    expect(missing).toEqual([]);
  });

  it('says of every call what opens it, and which headers it answers with', async () => {
    const { calls, document } = await servedDocument(server);
    const used = new Set<string>();
    for (const { operationId, security, responses } of calls) {
      const isOpen = operationId === 'listWebhookKeys';
      expect(security, operationId).toEqual(isOpen ? [] : [{ apiKey: [] }]);
      for (const [status, { headers }] of Object.entries(responses)) {
        const names = Object.keys(headers);
        for (const { $ref } of Object.values(headers)) used.add($ref.replace('#/components/headers/', ''));
        const budget = isOpen || status === '401' ? [] : ['Assay-Version', 'RateLimit', 'RateLimit-Policy'];
        expect(names, `${operationId} ${status}`).toEqual(expect.arrayContaining(['X-Request-Id', ...budget]));
        if (status === '401') expect(names).toContain('WWW-Authenticate');
        if (status === '429' || status === '503') expect(names).toContain('Retry-After');
      }
    }
    expect(Object.keys(document.components.headers).toSorted()).toEqual([...used].toSorted());
    const headersOf = (id: string, status: string) =>
      Object.keys(calls.find(({ operationId }) => operationId === id)?.responses[status]?.headers ?? {});
    expect(headersOf('createCheck', '201')).toContain('Idempotent-Replayed');
    expect(headersOf('createBatch', '409')).toContain('Retry-After');
    expect(headersOf('retrieveCheck', '200')).toContain('ETag');
    expect(headersOf('retrieveCheck', '304')).toContain('ETag');
  });
});
