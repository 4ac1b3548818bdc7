import type { ERRORS, ErrorName } from './errors.ts';

/** Text of `InternalError`, and of answers that are not what the contract says. */
export const UNEXPECTED_MESSAGE: (typeof ERRORS)['InternalError']['message'] = 'Something went wrong';

/** What went wrong with a call: a code of the table, or a call that brought no answer the contract knows. */
export type CallErrorName = ErrorName | 'NetworkError' | 'UnexpectedAnswer';

/** A call that failed. `message` may be shown to a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errorName: CallErrorName;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  readonly requestId: string | null;
  /** Names of the fields a ValidationError complains about. */
  readonly fields: readonly string[];
  /** Seconds to wait, where the server said so. */
  readonly retryAfterSeconds: number | null;
  /** TokenExpiredError: whom the link was for (row ENT-12). */
  readonly probablyEmail: string | null;
  /** StepUpRequired: what the user can confirm by. */
  readonly confirmBy: readonly string[];

  constructor(
    errorName: CallErrorName,
    message: string,
    facts: {
      status?: number;
      requestId?: string | null;
      fields?: readonly string[];
      retryAfterSeconds?: number | null;
      probablyEmail?: string | null;
      confirmBy?: readonly string[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.errorName = errorName;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId ?? null;
    this.fields = facts.fields ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.probablyEmail = facts.probablyEmail ?? null;
    this.confirmBy = facts.confirmBy ?? [];
  }
}

/** An answer that is not what the contract says (row ERR-04). */
export function unexpectedAnswer(status: number, cause?: unknown): ApiError {
  return new ApiError('UnexpectedAnswer', UNEXPECTED_MESSAGE, { status, cause });
}

/** Reads a failure envelope; anything else becomes `UnexpectedAnswer`. */
export function readFailure(status: number, body: unknown, retryAfter: string | null): ApiError {
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error)) return unexpectedAnswer(status);
  const { errorName, message, requestId, fields, probablyEmail, confirmBy } = error;
  if (typeof errorName !== 'string' || !isCode(errorName)) return unexpectedAnswer(status);
  const seconds = Number(retryAfter ?? Number.NaN);
  return new ApiError(errorName, typeof message === 'string' ? message : UNEXPECTED_MESSAGE, {
    status,
    requestId: typeof requestId === 'string' ? requestId : null,
    fields: Array.isArray(fields)
      ? fields.flatMap((entry: unknown) => (isObject(entry) && typeof entry.field === 'string' ? [entry.field] : []))
      : [],
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    probablyEmail: typeof probablyEmail === 'string' ? probablyEmail : null,
    confirmBy: Array.isArray(confirmBy) ? confirmBy.filter((way) => typeof way === 'string') : [],
  });
}

/**
 * Whether a text has the form of a code. The table is not loaded for this: a server that was updated since the page was
 * loaded may send a code that the page does not know, with a text that it can show.
 */
function isCode(text: string): text is ErrorName {
  return /^[A-Z][A-Za-z]{2,63}$/.test(text);
}

/** Every key the client looks at before it trusts an answer. */
export interface WireObject {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly errorName?: unknown;
  readonly message?: unknown;
  readonly requestId?: unknown;
  readonly fields?: unknown;
  readonly field?: unknown;
  readonly probablyEmail?: unknown;
  readonly confirmBy?: unknown;
  readonly status?: unknown;
  readonly labels?: unknown;
  readonly phase?: unknown;
}

export function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
