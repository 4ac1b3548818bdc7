import { TAGS } from '@assay/contracts/operations';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { operationOf } from '../who/operation-of.ts';
import { sessionCookieName } from '../who/session-cookie.ts';
import { describeOperations, errorExamples, securitySchemes } from './openapi-operations.ts';
import { type ApiDocument, keepUsedSchemas } from './openapi-schemas.ts';

export interface OpenapiOptions {
  readonly productName: string;
  readonly version: string;
  readonly publicUrl: string;
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

const PUBLIC_API = '/api/v1/';
/** Collects the routes' contracts into OpenAPI 3.1. Must be registered before them. */
export const openapi = plugin(async (app: FastifyInstance, options: OpenapiOptions) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${options.productName} API`,
        description:
          'Wallet risk checks. Successes are `{ "data": … }`, failures `{ "error": { "errorName", "message", "requestId" } }`.',
        version: options.version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: securitySchemes(sessionCookieName(options.publicUrl)),
      },
    },
    transform: answersOfContract,
    transformObject: finish,
  });
});

/** Answers come from the contract: a route that sends a file has no schema of it, because nothing is to be serialised. */
const answersOfContract: Transform = (document) => {
  // The public API has a document of its own.
  if (document.url.startsWith(PUBLIC_API)) return { schema: { hide: true }, url: document.url };
  const operation = operationOf(String(document.route.method), document.url);
  if (operation === undefined) return jsonSchemaTransform(document);
  const { answers, file } = operation;
  const json = file?.content ?? null;
  const response = { ...answers, ...(json === null ? {} : { 200: json }) };
  return jsonSchemaTransform({ ...document, schema: { ...document.schema, response } });
};

const finish: TransformObject = (document) => {
  // The library types three versions of OpenAPI at once; what is completed here is the same in each of them.
  const described = jsonSchemaTransformObject(document) as unknown as ApiDocument;
  const paths = described.paths ?? {};
  const failures = describeOperations(paths, (method, path) =>
    operationOf(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1')),
  );
  const components = { ...described.components, examples: errorExamples(failures) };
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap((operation) => operation?.tags ?? [])),
  );
  const tags = Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : []));
  return keepUsedSchemas({ ...described, tags, components }) as unknown as ReturnType<TransformObject>;
};
