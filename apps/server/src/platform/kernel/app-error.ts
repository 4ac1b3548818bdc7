import { ERRORS, type ErrorName } from '@assay/contracts';
import { countOf } from '@assay/wording';
import type { SecurityEvent, Subject } from './security-events/index.ts';
import type { Confirmation } from './who/assurance.ts';

/** What the log of security events records of a refusal, in addition to its code. */
export interface RefusalSecurity {
  /** Default: the event of the code, if it has one. */
  readonly event?: SecurityEvent;
  /** Default: the signed-in account, else the network of the request. */
  readonly subject?: Subject;
}

/**
 * A refusal or failure with a code of the error table. The public text comes from the table, or is `publicText` where it can
 * say what this request lacks; `internal` is for the log and never leaves the process.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly errorName: ErrorName;
  /** TooManyRequests, TooManyChecks: when to come back. Public. */
  readonly retryAfterSeconds: number | null;
  /** ValidationError: which fields a rule refused that no schema knows. Public. */
  readonly fields: readonly { readonly field: string; readonly problem: string }[];
  /** Replaces the text of the table. Holds nothing of what was sent. Public. */
  readonly publicText: string | null;
  /** StepUpRequired: what the user can confirm by. Public. */
  readonly confirmBy: readonly Confirmation[];
  // Private, because loggers write every public property of an error, and both may name a person.
  readonly #probablyEmail: string | null;
  readonly #security: RefusalSecurity | null;

  constructor(
    errorName: ErrorName,
    details: {
      internal?: string;
      publicText?: string;
      cause?: unknown;
      probablyEmail?: string;
      retryAfterSeconds?: number;
      fields?: readonly { readonly field: string; readonly problem: string }[];
      confirmBy?: readonly Confirmation[];
      security?: RefusalSecurity;
    } = {},
  ) {
    super(details.internal ?? ERRORS[errorName].message, { cause: details.cause });
    this.errorName = errorName;
    this.fields = details.fields ?? [];
    this.publicText = details.publicText ?? null;
    this.confirmBy = details.confirmBy ?? [];
    this.#probablyEmail = details.probablyEmail ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.#security = details.security ?? null;
  }

  /** TokenExpiredError: whom the link was for. Public. */
  get probablyEmail(): string | null {
    return this.#probablyEmail;
  }

  /** For the log of security events, which writes pseudonyms. */
  get security(): RefusalSecurity | null {
    return this.#security;
  }
}

/** One request too many of a limit that allows the next one after `retryAfterSeconds`, whole and at least 1. */
export function tooManyRequests(retryAfterSeconds: number): AppError {
  const wait = waitOf(retryAfterSeconds);
  return new AppError('TooManyRequests', {
    retryAfterSeconds,
    publicText: `Too many requests. Try again in ${wait}.`,
  });
}

function waitOf(seconds: number): string {
  if (seconds <= 60) return countOf(seconds, 'second');
  if (seconds <= 7200) return countOf(Math.ceil(seconds / 60), 'minute');
  return seconds <= 172_800 ? countOf(Math.ceil(seconds / 3600), 'hour') : countOf(Math.ceil(seconds / 86_400), 'day');
}
