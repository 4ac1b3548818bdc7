import { ERRORS, type ErrorName } from '@assay/contracts';

/**
 * A refusal or failure with a code of the error table. The public text comes from the table; `internal` is for the log
 * and never leaves the process.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly errorName: ErrorName;
  /** TokenExpiredError: whom the link was for. Public. */
  readonly probablyEmail: string | null;
  /** TooManyRequests: when to come back. Public. */
  readonly retryAfterSeconds: number | null;

  constructor(
    errorName: ErrorName,
    details: { internal?: string; cause?: unknown; probablyEmail?: string; retryAfterSeconds?: number } = {},
  ) {
    super(details.internal ?? ERRORS[errorName].message, { cause: details.cause });
    this.errorName = errorName;
    this.probablyEmail = details.probablyEmail ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
