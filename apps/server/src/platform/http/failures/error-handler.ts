import { ERRORS, type ErrorFacts, type ErrorName, type Failure } from '@assay/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { databaseTroubleOf } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Confirmation } from '../../kernel/who/assurance.ts';
import { DATABASE_TROUBLES, noteDatabaseTrouble } from '../watch/database-trouble.ts';
import { recordRefusal } from '../watch/security-events.ts';

/** Errors of Fastify and its plugins that a stranger can cause, and what they are called in public. */
const FRAMEWORK_ERRORS: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MalformedRequest',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MalformedRequest',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MalformedRequest',
  FST_ERR_BAD_URL: 'MalformedRequest',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_MAX_PARAM_LENGTH: 'AddressTooLong',
  FST_ERR_HANDLER_TIMEOUT: 'Overloaded',
  FST_UNDER_PRESSURE: 'Overloaded',
};

const BY_STATUS: Readonly<Record<number, ErrorName>> = {
  400: 'MalformedRequest',
  404: 'NotFound',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  414: 'AddressTooLong',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  503: 'Overloaded',
};

/** The only place that turns an error into a status. Internal text goes to the log, the table's text to the caller. */
export const errorHandler = plugin(async (app: FastifyInstance) => {
  app.setErrorHandler(sendFailure);
});

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const errorName = prepareFailure(error, request, reply);
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(
      failureOf(
        errorName,
        request.id,
        fieldsOf(error),
        probablyEmailOf(error),
        publicTextOf(error),
        confirmByOf(error),
      ),
    );
}

/** Logs an error, sets status and headers of its answer, and says what it is called in public. */
export function prepareFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorName {
  const errorName = nameOf(error);
  const { status, isReportable }: ErrorFacts = ERRORS[errorName];
  // A check whose result could not be stored names the full disk itself.
  const trouble = errorName === 'StorageFull' ? 'full' : databaseTroubleOf(error);
  if (trouble !== null) noteDatabaseTrouble(request, trouble, error);
  else if (isReportable === true) request.log.error({ err: error, errorName }, 'request failed');
  else request.log.debug({ ...refusalFacts(error), errorName }, 'request refused');
  recordRefusal(request, errorName, error);
  if (status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
  if (error instanceof AppError && error.retryAfterSeconds !== null) {
    reply.header('retry-after', String(error.retryAfterSeconds));
  }
  // RFC 9110 §15.5.2: a 401 says how to come again; this way of it opens no window in a browser.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status).header('cache-control', 'no-store');
  return errorName;
}

/**
 * What a log may hold of a refusal. Messages of the framework and of parsers quote what was sent, which may be a secret
 * that somebody pasted; ours do not.
 */
function refusalFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof AppError) return { err: error };
  if (hasZodFastifySchemaValidationErrors(error)) return { fields: fieldsOf(error) };
  return isFastifyError(error) ? { code: error.code, status: error.statusCode } : {};
}

/** The body every failure has, also where no route was reached. */
export function failureOf(
  errorName: ErrorName,
  requestId: string,
  fields: readonly { field: string; problem: string }[] = [],
  probablyEmail: string | null = null,
  publicText: string | null = null,
  confirmBy: readonly Confirmation[] = [],
): Failure {
  const message = publicText ?? ERRORS[errorName].message;
  return {
    error: {
      errorName,
      message,
      requestId,
      ...(fields.length === 0 ? {} : { fields: [...fields] }),
      ...(probablyEmail === null ? {} : { probablyEmail }),
      ...(confirmBy.length === 0 ? {} : { confirmBy: [...confirmBy] }),
    },
  };
}

/** What replaces the text of the table; null where the table says it. */
export function publicTextOf(error: unknown): string | null {
  return error instanceof AppError ? error.publicText : null;
}

function probablyEmailOf(error: unknown): string | null {
  return error instanceof AppError ? error.probablyEmail : null;
}

function confirmByOf(error: unknown): readonly Confirmation[] {
  return error instanceof AppError ? error.confirmBy : [];
}

function nameOf(error: unknown): ErrorName {
  if (error instanceof AppError) return error.errorName;
  if (hasZodFastifySchemaValidationErrors(error)) return 'ValidationError';
  const trouble = databaseTroubleOf(error);
  if (trouble !== null) return DATABASE_TROUBLES[trouble];
  if (!isFastifyError(error)) return 'InternalError';
  const known = FRAMEWORK_ERRORS[error.code];
  if (known !== undefined) return known;
  // A plugin's own refusal (a file name that is not valid, a range that cannot be served) is the caller's doing.
  const status = error.statusCode ?? 500;
  return BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'MalformedRequest' : 'InternalError');
}

function fieldsOf(error: unknown): { field: string; problem: string }[] {
  if (error instanceof AppError) return [...error.fields];
  if (!hasZodFastifySchemaValidationErrors(error)) return [];
  return error.validation.slice(0, 20).map(({ instancePath, message }) => ({
    field: instancePath.replace(/^\//, '').replaceAll('/', '.') || '(whole)',
    problem: message ?? 'is not valid',
  }));
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('code' in error || 'statusCode' in error);
}
