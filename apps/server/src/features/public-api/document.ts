import * as contracts from '@assay/contracts/v1';
import { API_VERSIONS, PROBLEMS, Problem, type ProblemCode } from '@assay/contracts/v1';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiDocument, ResponseObject } from '../../http/openapi-document.ts';
import { keepUsedSchemas } from '../../http/openapi-schemas.ts';
import { describeMedia } from './document-media.ts';
import { webhooksSection } from './webhooks-section.ts';

/** A call of the public API, as its contract states it. */
interface Contract {
  readonly method: string;
  readonly path: string;
  readonly answers: Readonly<Record<number, z.ZodType>>;
  readonly problems: readonly ProblemCode[];
  readonly body?: z.ZodType;
  /** Bodies that are not JSON, by media type, each with an example. */
  readonly bodies?: Readonly<Record<string, string>>;
  /** Answers that are files or streams, by media type, each with what it holds. */
  readonly files?: Readonly<Record<string, string>>;
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

const PREFIX = '/api';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const DESCRIPTION_OF: Readonly<Record<string, string>> = { 200: 'Success', 201: 'Created' };
const headerOf = (name: string) => ({ $ref: `#/components/headers/${name}` });
/** Of every answer, and of those to a request whose key works. */
const ANSWER_HEADERS = {
  'X-Request-Id': headerOf('RequestId'),
  'Assay-Version': headerOf('Version'),
  RateLimit: headerOf('RateLimit'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
};

const BY_ROUTE: ReadonlyMap<string, Contract> = new Map(
  Object.values(contracts as Readonly<Record<string, unknown>>)
    .filter(isContract)
    .map((contract) => [`${contract.method} ${PREFIX}${contract.path}`, contract]),
);

/** Examples of named schemas, which the transform leaves out. */
const EXAMPLES_OF: ReadonlyMap<string, readonly unknown[]> = new Map(
  Object.values(contracts as Readonly<Record<string, unknown>>).flatMap((schema) => {
    const { id, examples } = (schema instanceof z.ZodType ? schema.meta() : undefined) ?? {};
    return id === undefined || !Array.isArray(examples) ? [] : [[id, examples] as const];
  }),
);

/** How `/api/v1/openapi.json` is made of the contracts: OpenAPI 3.1. */
export function documentOptions({
  productName,
  publicUrl,
}: {
  readonly productName: string;
  readonly publicUrl: string;
}): FastifyDynamicSwaggerOptions & { readonly decorator: 'publicDocument' } {
  return {
    decorator: 'publicDocument',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} public API`,
        description: `Risk checks of wallet addresses for programs. Failures are problems (RFC 9457); \`code\` is stable. The guide is at ${publicUrl}/developers.`,
        version: API_VERSIONS[0],
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'checks', description: 'Risk checks of addresses' },
        { name: 'batches', description: 'Many addresses by one request' },
        { name: 'catalogue', description: 'What can be checked' },
        { name: 'labels', description: 'What published lists say of an address' },
        { name: 'test mode', description: 'What test keys know' },
        { name: 'events', description: 'What happened in the last 30 days' },
        { name: 'webhooks', description: 'Endpoints that get events, and the log of their deliveries' },
        { name: 'usage', description: 'What is left and what was spent' },
      ],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of the workspace: `aml_live_…`, or `aml_test_…` in test mode.',
          },
        },
        headers: {
          RequestId: { description: 'Names the request in the log of the service.', schema: { type: 'string' } },
          Version: { description: 'The version of the API that answered.', schema: { type: 'string' } },
          RateLimit: { description: 'Requests left and seconds until the budget is full.', schema: { type: 'string' } },
          RateLimitPolicy: { description: 'Requests and seconds of the budget.', schema: { type: 'string' } },
          RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
        },
      },
    },
    transform: withAnswers,
    transformObject: finish,
  };
}

/** Answers come from the contract: routes send text that is not serialised again. */
const withAnswers: Transform = (document) => {
  const contract = BY_ROUTE.get(`${String(document.route.method)} ${document.url}`);
  if (contract === undefined) return { schema: { hide: true }, url: document.url };
  const codes = Map.groupBy(contract.problems, (code) => String(PROBLEMS[code].status));
  const problems = Object.fromEntries(Array.from(codes.keys(), (status) => [status, Problem]));
  const response = { ...contract.answers, ...problems };
  // A route that reads its body itself names no schema.
  const body = contract.body === undefined ? {} : { body: contract.body };
  return jsonSchemaTransform({ ...document, schema: { ...document.schema, ...body, response } });
};

const finish: TransformObject = (document) => {
  const described = jsonSchemaTransformObject(document) as unknown as ApiDocument;
  for (const [path, item] of Object.entries(described.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      const contract = BY_ROUTE.get(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
      if (operation?.responses === undefined || contract === undefined) continue;
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          status in contract.answers ? successOf(status, response) : problemOf(status, contract.problems, response),
        ]),
      );
      describeMedia(operation, contract, ANSWER_HEADERS);
    }
  }
  const kept = keepUsedSchemas(described);
  for (const [id, schema] of Object.entries(kept.components?.schemas ?? {})) {
    const examples = EXAMPLES_OF.get(id);
    if (examples !== undefined) Object.assign(schema, { examples });
  }
  return { ...kept, webhooks: webhooksSection() } as unknown as ReturnType<TransformObject>;
};

function successOf(status: string, response: ResponseObject): ResponseObject {
  return { ...response, description: DESCRIPTION_OF[status] ?? 'Success', headers: ANSWER_HEADERS };
}

function problemOf(status: string, codes: readonly ProblemCode[], { content }: ResponseObject): ResponseObject {
  const named = codes.filter((code) => String(PROBLEMS[code].status) === status);
  const schema = content?.['application/json'];
  return {
    description: named.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
    headers: {
      'X-Request-Id': headerOf('RequestId'),
      ...(status === '429' || status === '503' ? { 'Retry-After': headerOf('RetryAfter') } : {}),
    },
    ...(schema === undefined ? {} : { content: { 'application/problem+json': schema } }),
  };
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'problems' in value;
}
