import { ERRORS, type ErrorName } from '@assay/contracts';
import { PROBLEMS, type Problem, type ProblemCode } from '@assay/contracts/v1';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FailureForm } from '../../../platform/http/failures/connection-failure.ts';
import { prepareFailure, publicTextOf } from '../../../platform/http/failures/error-handler.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import { PaymentRefused } from '../../checks/index.ts';
import { ProblemError } from './problem-error.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
/** Where the codes are described, each under its own name. */
const DOCUMENTED_AT = '/developers/errors';

/** The refusals of the site that the public API can meet, and what they are called there. */
const CODE_OF: Partial<Readonly<Record<ErrorName, ProblemCode>>> = {
  MalformedRequest: 'malformed_request',
  ValidationError: 'invalid_request',
  AccountSuspended: 'account_suspended',
  CheckCancelled: 'check_is_over',
  NotEnoughChecks: 'insufficient_checks',
  NotFound: 'not_found',
  RequestTimeout: 'request_timeout',
  IdempotencyKeyReused: 'idempotency_key_reused',
  PayloadTooLarge: 'payload_too_large',
  AddressTooLong: 'address_too_long',
  UnsupportedMediaType: 'unsupported_media_type',
  InvalidAddress: 'invalid_address',
  SecretNotAddress: 'secret_not_address',
  TransactionNotAddress: 'transaction_not_address',
  UnknownAsset: 'unknown_asset',
  TooManyWebhooks: 'too_many_endpoints',
  WebhookDisabled: 'endpoint_disabled',
  WebhookUrlRefused: 'invalid_webhook_url',
  TooManyChecks: 'too_many_running_checks',
  TooManyRequests: 'rate_limited',
  UnchargedLimitReached: 'uncharged_limit_reached',
  LabelsNotLoaded: 'labels_not_loaded',
  Overloaded: 'overloaded',
  StorageFull: 'storage_full',
};

/** The refusals of a transaction by their code, and the field that they are about. */
const REFUSED_PAYMENTS: Readonly<Record<PaymentRefused['refusal']['is'], readonly [ProblemCode, string]>> = {
  'no id': ['invalid_transaction', '/transaction'],
  'no record': ['transaction_not_found', '/transaction'],
  unknown: ['transaction_not_found', '/transaction'],
  unanswered: ['sources_unavailable', '/transaction'],
  unconfirmed: ['transaction_unconfirmed', '/transaction'],
  replaced: ['transaction_replaced', '/transaction'],
  failed: ['transaction_failed', '/transaction'],
  'other assets': ['asset_not_moved', '/asset'],
  'mint or burn': ['no_such_payment', '/address'],
  'not a party': ['no_such_payment', '/address'],
  nobody: ['no_such_payment', '/direction'],
  several: ['side_required', '/address'],
  'both directions': ['side_required', '/direction'],
};

/** When to ask chain providers again that did not answer. */
const SOURCES_WAIT_S = 30;

/** Codes that are about one field of a new check. */
const POINTER_OF: Partial<Readonly<Record<ProblemCode, string>>> = {
  invalid_address: '/address',
  secret_not_address: '/address',
  transaction_not_address: '/address',
  unknown_asset: '/asset',
  invalid_webhook_url: '/url',
};

/** Where the table of the site speaks of its pages, or says too little for a program. */
const DETAIL_OF: Partial<Readonly<Record<ProblemCode, string>>> = {
  insufficient_checks: 'Buy checks or a plan for this workspace, then send the request again. Nothing was spent.',
  invalid_address: 'The address does not have the form of this asset’s addresses. Check it for missing characters.',
  unknown_asset: 'Name an asset and a network of GET /api/v1/assets.',
};

/** What is wrong with one row among many; null for an error that is not about what was sent. */
export function problemFactsOf(error: unknown): { readonly code: ProblemCode; readonly detail: string } | null {
  if (error instanceof ProblemError) return { code: error.code, detail: error.detail };
  const code = error instanceof AppError ? CODE_OF[error.errorName] : undefined;
  if (!(error instanceof AppError) || code === undefined) return null;
  return { code, detail: publicTextOf(error) ?? DETAIL_OF[code] ?? ERRORS[error.errorName].message };
}

/** Error handler of everything under `/api/v1`: failures as `application/problem+json` (RFC 9457). */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = error instanceof ProblemError ? ownProblem(error, request, reply) : mapped(error, request, reply);
  return reply
    .code(problem.status)
    .type(PROBLEM_TYPE)
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem);
}

/** The same for a call that fails before it was read, where no error handler is reached. */
export function problemForm(request: FastifyRequest): FailureForm {
  return (errorName) => {
    const code = CODE_OF[errorName];
    if (code === undefined) return null;
    return { type: PROBLEM_TYPE, body: { ...facts(code, request), detail: ERRORS[errorName].message } };
  };
}

function ownProblem(error: ProblemError, request: FastifyRequest, reply: FastifyReply): Problem {
  const { code, detail, pointer, retryAfterSeconds } = error;
  request.log.debug({ code }, 'request refused');
  reply.header('cache-control', 'no-store');
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  // RFC 6750, section 3: which kind of credential opens it, and what is wrong with the one that came.
  if (PROBLEMS[code].status === 401) {
    reply.header('www-authenticate', code === 'missing_api_key' ? 'Bearer' : 'Bearer error="invalid_token"');
  }
  return { ...facts(code, request), detail, ...(pointer === null ? {} : { pointer }) };
}

function mapped(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const errorName = prepareFailure(error, request, reply);
  const [refused, field] = error instanceof PaymentRefused ? REFUSED_PAYMENTS[error.refusal.is] : [];
  const code = refused ?? CODE_OF[errorName] ?? 'internal_error';
  const detail = publicTextOf(error) ?? DETAIL_OF[code] ?? ERRORS[errorName].message;
  const wrong = wrongFieldsOf(error);
  if (code === 'sources_unavailable') reply.header('retry-after', String(SOURCES_WAIT_S));
  const pointer = wrong[0]?.pointer ?? field ?? POINTER_OF[code];
  return {
    ...facts(code, request),
    detail: wrong.length === 0 ? detail : `${wrong[0]?.pointer}: ${wrong[0]?.detail}`,
    ...(pointer === undefined ? {} : { pointer }),
    ...(wrong.length > 1 ? { errors: wrong } : {}),
  };
}

function facts(code: ProblemCode, request: FastifyRequest): Omit<Problem, 'detail'> {
  const { status, title } = PROBLEMS[code];
  return { type: `${DOCUMENTED_AT}#${code}`, title, status, code, request_id: request.id };
}

/** The fields that a schema or a rule refused; those of a query begin with `query`, those of a path with `path`. */
function wrongFieldsOf(error: unknown): { readonly pointer: string; readonly detail: string }[] {
  if (error instanceof AppError) {
    return error.fields.map(({ field, problem }) => ({ pointer: `/${field.replaceAll('.', '/')}`, detail: problem }));
  }
  if (!hasZodFastifySchemaValidationErrors(error)) return [];
  const place = { body: '', querystring: 'query', params: 'path', headers: 'headers' }[
    error.validationContext ?? 'body'
  ];
  return error.validation.slice(0, 20).map(({ instancePath, message }) => ({
    pointer: `${place}${instancePath}` || '/',
    detail: message ?? 'is not valid',
  }));
}
