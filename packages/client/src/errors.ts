import type { Problem, ProblemCode } from './types.ts';

/** Everything that this client throws, but for wrong arguments. */
export class AssayError extends Error {
  override readonly name: string = 'AssayError';
}

/** The service answered that it did not do what was asked. */
export class AssayProblemError extends AssayError {
  override readonly name = 'AssayProblemError';
  readonly status: number;
  /** Stable: decide by this. `unknown_problem` where what answered is not the service, such as a proxy before it. */
  readonly code: ProblemCode | 'unknown_problem';
  /** JSON Pointer (RFC 6901) to what is wrong in the request, where one thing is. */
  readonly pointer: string | null;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
  /** Names the request in the log of the service. */
  readonly requestId: string | null;
  /** Seconds after which another try may work, where the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: { readonly status: number; readonly retryAfterSeconds: number | null }, problem: Problem | null) {
    super(problem?.detail ?? `The service answered ${answer.status} without a problem`);
    this.status = answer.status;
    this.code = problem?.code ?? 'unknown_problem';
    this.pointer = problem?.pointer ?? null;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? null;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** No answer came: the service cannot be reached, or the connection broke. */
export class AssayConnectionError extends AssayError {
  override readonly name = 'AssayConnectionError';
}

/** No answer came in time, or a check was not over in time. */
export class AssayTimeoutError extends AssayError {
  override readonly name = 'AssayTimeoutError';
}

/** A webhook was not signed by the service, or is too old: answer 400 and do nothing. */
export class AssaySignatureError extends AssayError {
  override readonly name = 'AssaySignatureError';
}
