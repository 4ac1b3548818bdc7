import * as contracts from '@assay/contracts/v1';
import { API_VERSIONS, PROBLEMS, Problem, type ProblemCode, V1_TAGS, type V1Contract } from '@assay/contracts/v1';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiDocument } from '../../../platform/http/openapi-document.ts';
import { keepUsedSchemas } from '../../../platform/http/openapi-schemas.ts';
import {
  answersOf,
  headerComponents,
  successHeaders,
  VERSION_PARAMETER,
  VERSION_REFERENCE,
} from './document-answers.ts';
import { describeMedia } from './document-media.ts';
import { webhooksSection } from './webhooks-section.ts';

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
