import { API_VERSIONS, PROBLEMS, type V1Contract } from '@assay/contracts/v1';
import type { ResponseObject, Responses } from '../../../../platform/http/document/openapi-schemas.ts';

/** What of a contract decides which answers it has, and with which headers. */
type Answering = Pick<V1Contract, 'answers' | 'problems' | 'hasETag'>;

type Headers = Readonly<Record<string, object>>;

/** Headers of answers: the name of the component, the header, and what it says. */
const ANSWER_HEADERS = {
  RequestId: ['X-Request-Id', 'string', 'Names the request in the log of the service.'],
  Version: ['Assay-Version', 'string', 'The version of the API that answered.'],
  RateLimit: ['RateLimit', 'string', 'Requests left and seconds until the budget is full.'],
  RateLimitPolicy: ['RateLimit-Policy', 'string', 'Requests and seconds of the budget.'],
  RetryAfter: ['Retry-After', 'integer', 'Seconds to wait before the next try.'],
  ETag: ['ETag', 'string', 'Of an answer that does not change any more; send it back as `If-None-Match`.'],
  IdempotentReplayed: ['Idempotent-Replayed', 'string', '`true` where this is the answer to an earlier request.'],
  Deprecation: [
    'Deprecation',
    'string',
    'Only where the version or the call is going to end: since when that is announced (RFC 9745).',
  ],
  Sunset: ['Sunset', 'string', 'Beside `Deprecation`: when it ends (RFC 8594).'],
  Authenticate: ['WWW-Authenticate', 'string', 'Which kind of credential opens the call (RFC 6750).'],
} as const satisfies Readonly<Record<string, readonly [string, 'string' | 'integer', string]>>;

const DESCRIPTION_OF: Readonly<Record<string, string>> = { 200: 'Success', 201: 'Created', 202: 'Accepted' };

/** The request header that names another version than that of the key. */
export const VERSION_PARAMETER = {
  name: 'Assay-Version',
  in: 'header',
  required: false,
  description: 'The version of the API to answer by; default: that of the key.',
  schema: { type: 'string' as const, enum: [...API_VERSIONS] },
};
export const VERSION_REFERENCE = { $ref: '#/components/parameters/Version' };

export function headerComponents(): Record<string, { description: string; schema: { type: 'string' | 'integer' } }> {
  return Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([name, [, type, description]]) => [name, { description, schema: { type } }]),
  );
}

/** Headers of a success. */
export function successHeaders(contract: Answering): Headers {
  return {
    ...headers('RequestId'),
    ...budgetHeaders(contract),
    ...(contract.hasETag === true ? headers('ETag') : {}),
    ...(contract.problems.includes('idempotency_in_progress') ? headers('IdempotentReplayed') : {}),
  };
}

/** The answers of a call as the document describes them: successes with their headers, failures as problems. */
export function answersOf(responses: Responses, contract: Answering): Responses {
  const described = Object.entries(responses).map(([status, response]): [string, ResponseObject] => [
    status,
    status in contract.answers
      ? { ...response, description: DESCRIPTION_OF[status] ?? 'Success', headers: successHeaders(contract) }
      : problemOf(status, contract, response),
  ]);
  if (contract.hasETag === true) {
    described.push([
      '304',
      { description: 'It is the one that `If-None-Match` names.', headers: successHeaders(contract) },
    ]);
  }
  return Object.fromEntries(described);
}

function problemOf(status: string, contract: Answering, { content }: ResponseObject): ResponseObject {
  const named = contract.problems.filter((code) => String(PROBLEMS[code].status) === status);
  const schema = content?.['application/json'];
  const waits = status === '429' || status === '503' || named.includes('idempotency_in_progress');
  return {
    description: named.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
    headers: {
      ...headers('RequestId'),
      ...(status === '401' ? headers('Authenticate') : budgetHeaders(contract)),
      ...(waits ? headers('RetryAfter') : {}),
    },
    ...(schema === undefined ? {} : { content: { 'application/problem+json': schema } }),
  };
}

/** Headers of every answer to a key that works. */
function budgetHeaders({ problems }: Answering): Headers {
  return problems.includes('missing_api_key')
    ? headers('Version', 'RateLimit', 'RateLimitPolicy', 'Deprecation', 'Sunset')
    : {};
}

function headers(...names: readonly (keyof typeof ANSWER_HEADERS)[]): Headers {
  return Object.fromEntries(names.map((name) => [ANSWER_HEADERS[name][0], { $ref: `#/components/headers/${name}` }]));
}
