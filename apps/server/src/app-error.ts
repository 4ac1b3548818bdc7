import { ERRORS, type ErrorName } from '@assay/contracts';

/**
 * A refusal or failure with a code of the error table. The public text comes from the table; `internal` is for the log
 * and never leaves the process.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly errorName: ErrorName;

  constructor(errorName: ErrorName, details: { internal?: string; cause?: unknown } = {}) {
    super(details.internal ?? ERRORS[errorName].message, { cause: details.cause });
    this.errorName = errorName;
  }
}
