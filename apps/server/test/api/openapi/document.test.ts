import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERRORS, Failure, isErrorName } from '@assay/contracts';
import { OPERATIONS } from '@assay/contracts/operations';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '../../../src/modules/checks/checks/test/use-test-app.ts';

/** The parts of the document that the tests read; everything else is left as it is. */
const Media = z.object({ schema: z.json(), examples: z.record(z.string(), z.json()).optional() });
const Response = z.object({ description: z.string(), content: z.record(z.string(), Media).optional() });
const DescribedOperation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), Response),
  tags: z.array(z.string()).min(1),
});
const ApiDocument = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), DescribedOperation)),
  components: z.object({
    schemas: z.record(z.string(), z.json()),
    examples: z.record(z.string(), z.object({ value: z.json() })),
    securitySchemes: z.record(z.string(), z.json()),
  }),
});

const LINT = fileURLToPath(new URL('lint.mjs', import.meta.url));

describe('the OpenAPI document', () => {
  const server = useTestApp();
  let text = '';
  let document: z.infer<typeof ApiDocument>;
  let operations: readonly (z.infer<typeof DescribedOperation> & { readonly method: string; readonly url: string })[];

  beforeAll(async () => {
    text = (await server.app.inject({ url: '/api/openapi.json' })).body;
    document = ApiDocument.parse(JSON.parse(text));
    operations = Object.entries(document.paths).flatMap(([url, item]) =>
      Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), url })),
    );
  });

  it('has nothing for Redocly’s recommended rules to object to, neither errors nor warnings', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-openapi-'));
    try {
      const file = path.join(folder, 'openapi.json');
      const lint = (source: string): { readonly ruleId: string }[] => {
        writeFileSync(file, source);
        return JSON.parse(execFileSync(process.execPath, [LINT, file], { encoding: 'utf8' }));
      };
      expect(lint(text)).toEqual([]);
      const withoutSecurity = text.replaceAll('"security":', '"x-security":');
      expect(lint(withoutSecurity).filter(({ ruleId }) => ruleId === 'security-defined')).toHaveLength(
        operations.length,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('holds every operation of the contracts and no other, each under a name of its own', () => {
    const described = operations.map(({ operationId, method, url }) => `${operationId} ${method} ${url}`).sort();
    const declared = OPERATIONS.map(
      ({ id, method, path: own }) => `${id} ${method} /api${own.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(described).toEqual(declared.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId } of operations) expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['check', 'readCheck', 'checkEvents', 'login', 'confirmLink', 'readReport', 'suggest']),
    );
  });

  it('describes every tag that an operation has', () => {
    const described = document.tags.map(({ name }) => name);
    for (const { operationId, tags } of operations)
      expect(described, operationId).toEqual(expect.arrayContaining(tags));
  });

  it('describes what each success answers', () => {
    for (const { operationId, responses } of operations) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      expect(successes.length, operationId).toBeGreaterThan(0);
      for (const [status, { description, content }] of successes) {
        expect(description, `${operationId} ${status}`).not.toMatch(/default response/i);
        const schemas = Object.values(content ?? {}).map(({ schema }) => JSON.stringify(schema));
        expect(schemas, `${operationId} ${status}`).toHaveLength(1);
        expect(schemas[0], `${operationId} ${status}`).not.toBe('{}');
      }
    }
    const typeOf = (id: string) =>
      Object.keys(operations.find(({ operationId }) => operationId === id)?.responses['200']?.content ?? {});
    expect(typeOf('readReport')).toEqual(['application/pdf']);
    expect(typeOf('receiptInvoice')).toEqual(['application/pdf']);
    expect(typeOf('readPreview')).toEqual(['image/png']);
    expect(typeOf('historyExport')).toEqual(['text/csv']);
    expect(typeOf('checkEvents')).toEqual(['text/event-stream']);
    expect(typeOf('accountDataExport')).toEqual(['application/json']);
    expect(typeOf('readCertificate')).toEqual(['application/json']);
    for (const id of ['readReport', 'readPreview', 'readCertificate']) {
      expect(operations.find(({ operationId }) => operationId === id)?.responses).toHaveProperty('304');
    }
  });

  it('names each failure of the error table under its own status, with an example that is one', () => {
    for (const { operationId, responses } of operations) {
      const declared = OPERATIONS.find(({ id }) => id === operationId)?.errors ?? [];
      const failures = Object.entries(responses).filter(([status]) => !/^[23]/.test(status));
      const named = failures.flatMap(([status, { content }]) => {
        const names = Object.keys(content?.['application/json']?.examples ?? {});
        for (const name of names) {
          const own = isErrorName(name) ? ERRORS[name].status : 0;
          if (status !== 'default') expect(String(own), `${operationId} ${name}`).toBe(status);
        }
        return names;
      });
      expect(named, operationId).toEqual(expect.arrayContaining([...declared, 'InternalError', 'Overloaded']));
      expect(new Set(named).size, operationId).toBe(named.length);
    }
    for (const [name, { value }] of Object.entries(document.components.examples)) {
      expect(Failure.parse(value).error.errorName).toBe(name);
    }
  });

  it('has no field with a default, which generators of clients would make required', () => {
    const faults: string[] = [];
    const walk = (part: unknown, where: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { properties } = part as { properties?: unknown };
      for (const [name, schema] of Object.entries(Object(properties))) {
        if (Object.hasOwn(Object(schema), 'default')) faults.push(`${where}.${name}`);
      }
      for (const [key, value] of Object.entries(part)) walk(value, `${where}/${key}`);
    };
    walk(JSON.parse(text), '');
    expect(faults).toEqual([]);
    expect(document.components.schemas['CheckRequest']).toMatchObject({
      required: ['address', 'ticker'],
      properties: { parent: { description: 'Where it is left out: `null`.' } },
    });
  });

  it('has an example for each body, which the contract itself accepts', () => {
    const bodies = OPERATIONS.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));
    expect(bodies.length).toBeGreaterThan(12);
    for (const { id, body } of bodies) {
      const { examples = [] } = z.globalRegistry.get(body) ?? {};
      expect(examples, id).not.toEqual([]);
      for (const example of Array.isArray(examples) ? examples : []) {
        expect(body.safeParse(example), id).toMatchObject({ success: true });
      }
    }
    const shown = JSON.stringify(document.components.schemas['CheckRequest']);
    expect(shown).toContain('"examples":[{"address":"bc1q');
  });

  it('asks for credentials exactly where the server does', async () => {
    for (const { operationId, method, url, security } of operations) {
      const answer = await server.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: url.replaceAll(/\{\w+\}/g, '1'),
        headers: { host: 'localhost:3000', 'the-timezone-iana': 'UTC' },
      });
      const isOpen = security.length === 0 || security.some((needed) => Object.keys(needed).length === 0);
      expect(answer.statusCode === 401, `${operationId}: ${answer.body.slice(0, 120)}`).toBe(!isOpen);
    }
    const schemes = Object.keys(document.components.securitySchemes);
    for (const name of operations.flatMap(({ security }) => security.flatMap((needed) => Object.keys(needed)))) {
      expect(schemes).toContain(name);
    }
    expect(document.components.securitySchemes['sessionCookie']).toMatchObject({ in: 'cookie', name: 'assay_session' });
    // What a scheme describes is no parameter as well.
    expect(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name))).not.toContain('authorization');
  });
});
