import { ERRORS, type ErrorName, type Failure } from '@assay/contracts';
import type { Credentials, Operation } from '@assay/contracts/operations';
import type { Paths, ResponseObject, Responses, SecurityRequirement } from './openapi-schemas.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const FAILURE = { $ref: '#/components/schemas/Failure' };
/** What any call may end with, whatever it does. */
const ANYWHERE: readonly ErrorName[] = [
  'RequestTimeout',
  'PayloadTooLarge',
  'AddressTooLong',
  'ExpectationFailed',
  'TooManyRequests',
  'HeadersTooLarge',
  'InternalError',
  'Overloaded',
  'StorageFull',
];
const SUCCESSES: Readonly<Record<string, string>> = {
  200: 'Success',
  202: 'Accepted: the work goes on; follow it by its id',
};

/** How calls say who asks, under the names that operations use. */
export function securitySchemes(sessionCookie: string) {
  return {
    accessToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The access token of a session; works for 15 minutes.',
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
      description:
        'For browsers: set by signing in, HttpOnly. Calls that change something must come from our own pages.',
    },
    refreshToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The refresh token of a session, good for one refresh. Needs `Token-ID` beside it.',
    },
    tokenId: {
      type: 'apiKey',
      in: 'header',
      name: 'Token-ID',
      description: 'The `tokenId` that came with the refresh token.',
    },
    botCredential: { type: 'http', scheme: 'bearer', description: 'The secret that the bot shares with the server.' },
  } as const;
}

const SECURITY: Readonly<Record<Credentials, readonly SecurityRequirement[]>> = {
  none: [],
  optional: [{}, { accessToken: [] }, { sessionCookie: [] }],
  user: [{ accessToken: [] }, { sessionCookie: [] }],
  'refresh token': [{ refreshToken: [], tokenId: [] }, { sessionCookie: [] }],
  'any session': [{}, { refreshToken: [], tokenId: [] }, { accessToken: [] }, { sessionCookie: [] }],
  service: [{ botCredential: [] }],
};
/** Headers that a security scheme describes are not listed as parameters again. */
const SCHEME_HEADERS: ReadonlySet<string> = new Set(['authorization', 'token-id']);

/** One example of each of these failures, by its name. */
export function errorExamples(
  names: Iterable<ErrorName>,
): Record<string, { readonly summary: string; readonly value: Failure }> {
  return Object.fromEntries(
    Array.from(names, (errorName) => {
      const { message } = ERRORS[errorName];
      const value: Failure = { error: { errorName, message, requestId: '018f3c2e9d7a4b6c8e1f2a3b4c5d6e7f' } };
      return [errorName, { summary: message, value }];
    }),
  );
}

/**
 * Completes every operation in place from its contract: id, credentials, success answers, failures by status. Returns
 * the failures that they name.
 */
export function describeOperations(
  paths: Paths,
  operationOf: (method: string, path: string) => Operation | undefined,
): ReadonlySet<ErrorName> {
  const names = new Set(ANYWHERE);
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const described = item?.[method];
      const operation = operationOf(method, path);
      if (described === undefined || operation === undefined) continue;
      described.operationId = operation.id;
      described.security = SECURITY[operation.credentials];
      const parameters = (described.parameters ?? []).filter(
        (parameter) => !(parameter.in === 'header' && SCHEME_HEADERS.has(parameter.name ?? '')),
      );
      if (parameters.length === 0) delete described.parameters;
      else described.parameters = parameters;
      described.responses = { ...successes(described.responses ?? {}, operation), ...failures(operation.errors) };
      for (const name of operation.errors) names.add(name);
    }
  }
  return names;
}

function successes(made: Responses, { file, isRevalidated }: Operation): Responses {
  const answers = Object.entries(made).map(([status, response]) => [
    status,
    { ...response, description: SUCCESSES[status] ?? 'Success' },
  ]);
  return {
    ...Object.fromEntries(answers),
    ...(file === null ? {} : { 200: fileResponse(file, made['200']) }),
    ...(isRevalidated ? { 304: { description: 'What `If-None-Match` names has not changed' } } : {}),
  };
}

function fileResponse({ contentType }: NonNullable<Operation['file']>, made?: ResponseObject): ResponseObject {
  const json = made?.content?.['application/json']?.schema;
  const [mediaType = contentType] = contentType.split(';');
  return { description: 'Success', content: { [mediaType]: { schema: schemaOf(mediaType, json) } } };
}

function schemaOf(mediaType: string, json: object | undefined): object {
  if (mediaType === 'application/json') return json ?? {};
  if (mediaType === 'text/event-stream') {
    // JSON Schema 2020-12, section 8: the text of the stream, and what each of its events holds.
    return { type: 'string', contentMediaType: mediaType, contentSchema: json ?? {} };
  }
  if (mediaType.startsWith('text/')) return { type: 'string' };
  return { type: 'string', format: 'binary', contentMediaType: mediaType };
}

function failures(errors: readonly ErrorName[]): Responses {
  const byStatus = Map.groupBy(errors, (name) => String(ERRORS[name].status));
  const others = ANYWHERE.filter((name) => !errors.includes(name));
  const responses = Array.from(byStatus, ([status, names]) => [status, failure(names)] as const);
  return { ...Object.fromEntries(responses), default: failure(others) };
}

function failure(names: readonly ErrorName[]): ResponseObject {
  const examples = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
  return {
    description: names.map((name) => `\`${name}\`: ${ERRORS[name].message}`).join('\n\n'),
    content: { 'application/json': { schema: FAILURE, examples } },
  };
}
