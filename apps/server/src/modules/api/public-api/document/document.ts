import * as contracts from '@assay/contracts/v1';
import {
  API_VERSIONS,
  EVENT_TYPES,
  type EventType,
  PROBLEMS,
  Problem,
  type ProblemCode,
  V1_TAGS,
  type V1Contract,
} from '@assay/contracts/v1';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type ApiDocument,
  keepUsedSchemas,
  type OperationObject,
} from '../../../../platform/http/document/openapi-schemas.ts';
import {
  answersOf,
  headerComponents,
  successHeaders,
  VERSION_PARAMETER,
  VERSION_REFERENCE,
} from './document-answers.ts';

/** A call of the public API by its name, with all the problems that it can meet. */
interface Call extends V1Contract {
  readonly operationId: string;
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

const PREFIX = '/api';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** What a call of any kind can meet before its route. */
const MET_ANYWHERE: readonly ProblemCode[] = ['malformed_request', 'address_too_long'];
/** The same where a body may come, wanted or not. */
const MET_BY_BODIES: readonly ProblemCode[] = ['request_timeout', 'payload_too_large', 'unsupported_media_type'];

const BY_ROUTE: ReadonlyMap<string, Call> = new Map(
  Object.entries(contracts as Readonly<Record<string, unknown>>).flatMap(([name, contract]) =>
    isContract(contract)
      ? [
          [
            `${contract.method} ${PREFIX}${contract.path}`,
            { ...contract, operationId: operationIdOf(name), problems: problemsOf(contract) },
          ] as const,
        ]
      : [],
  ),
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
        contact: { name: productName, url: `${publicUrl}/developers` },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: TAGS,
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'A key of the workspace: `aml_live_…`, or `aml_test_…` in test mode.',
          },
        },
        headers: headerComponents(),
        parameters: { Version: VERSION_PARAMETER },
      },
    },
    transform: withAnswers,
    transformObject: finish,
  };
}

/** Viewers take the second name for a title. */
const TAGS = Object.entries(V1_TAGS).map(([name, description]) => ({
  name,
  description,
  'x-displayName': name.charAt(0).toUpperCase() + name.slice(1),
}));

/** Answers come from the contract: routes send text that is not serialised again. */
const withAnswers: Transform = (document) => {
  const contract = BY_ROUTE.get(`${String(document.route.method)} ${document.url}`);
  if (contract === undefined) return { schema: { hide: true }, url: document.url };
  const codes = Map.groupBy(contract.problems, (code) => String(PROBLEMS[code].status));
  const problems = Object.fromEntries(Array.from(codes.keys(), (status) => [status, Problem]));
  const response = { ...contract.answers, ...problems };
  // A route that reads its body itself names no schema.
  const body = contract.body === undefined ? {} : { body: contract.body };
  const { operationId } = contract;
  return jsonSchemaTransform({ ...document, schema: { ...document.schema, ...body, operationId, response } });
};

const finish: TransformObject = (document) => {
  const described = jsonSchemaTransformObject(document) as unknown as ApiDocument;
  for (const [path, item] of Object.entries(described.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      const contract = BY_ROUTE.get(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
      if (operation?.responses === undefined || contract === undefined) continue;
      const isKeyed = contract.problems.includes('missing_api_key');
      operation.security = isKeyed ? [{ apiKey: [] }] : [];
      if (isKeyed) operation.parameters = [...(operation.parameters ?? []), VERSION_REFERENCE];
      operation.responses = answersOf(operation.responses, contract);
      describeMedia(operation, contract, successHeaders(contract));
    }
  }
  const kept = keepUsedSchemas(described);
  for (const [id, schema] of Object.entries(kept.components?.schemas ?? {})) {
    const examples = EXAMPLES_OF.get(id);
    if (examples !== undefined) Object.assign(schema, { examples });
  }
  return { ...kept, webhooks: webhooksSection() } as unknown as ReturnType<TransformObject>;
};

/** All problems of a call, each once, in the order of the table. */
function problemsOf({ method, problems }: V1Contract): readonly ProblemCode[] {
  const met = new Set([...problems, ...MET_ANYWHERE, ...(method === 'GET' ? [] : MET_BY_BODIES)]);
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => met.has(code));
}

/** The name of a call: that of its contract without what says that it is one. */
function operationIdOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1).replace(/V1$/, '');
}

function isContract(value: unknown): value is V1Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'problems' in value;
}

/** Adds bodies and answers of other media types to an operation of the document. */
function describeMedia(
  operation: OperationObject,
  { bodies, files }: Pick<V1Contract, 'bodies' | 'files'>,
  headers: Readonly<Record<string, object>>,
): void {
  if (bodies !== undefined) {
    const lists = Object.entries(bodies).map(([type, example]) => [type, { schema: { type: 'string' }, example }]);
    const json = operation.requestBody?.content ?? {};
    operation.requestBody = { required: true, content: { ...json, ...Object.fromEntries(lists) } };
  }
  if (files !== undefined) {
    const content = Object.entries(files).map(([type, description]) => [
      type,
      { schema: { type: 'string', description } },
    ]);
    operation.responses = {
      200: { description: 'Success', headers, content: Object.fromEntries(content) },
      ...operation.responses,
    };
  }
}

/** What happened, and the schema of its event. */
const WEBHOOK_EVENTS: Readonly<Record<EventType, { readonly summary: string; readonly schema: string }>> = {
  'batch.canceled': { summary: 'A batch was cancelled', schema: 'BatchCanceledEvent' },
  'batch.completed': { summary: 'All rows of a batch have ended', schema: 'BatchCompletedEvent' },
  'batch.paused': { summary: 'A batch is paused', schema: 'BatchPausedEvent' },
  'check.completed': { summary: 'A check has a result', schema: 'CheckCompletedEvent' },
  'check.failed': { summary: 'A check ended without a result', schema: 'CheckFailedEvent' },
  'transfer.completed': { summary: 'A transfer has a result', schema: 'TransferCompletedEvent' },
  'transfer.failed': { summary: 'A transfer ended without a result', schema: 'TransferFailedEvent' },
  'webhook.test': { summary: 'A test event was asked for', schema: 'WebhookTestEvent' },
};

const WEBHOOK_HEADERS = {
  'webhook-id': 'Id of the event; the same for each attempt.',
  'webhook-timestamp': 'Second in which it was sent.',
  'webhook-signature': 'Signatures with spaces between them, as Standard Webhooks writes them: `v1` and `v1a`.',
};

/** The section `webhooks` of the OpenAPI 3.1 document: the requests that receivers get. */
function webhooksSection(): Readonly<Record<string, object>> {
  const parameters = Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
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
          summary: WEBHOOK_EVENTS[type].summary,
          tags: ['webhooks'],
          // The signature of the request says who sent it.
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { $ref: `#/components/schemas/${WEBHOOK_EVENTS[type].schema}` } },
            },
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
