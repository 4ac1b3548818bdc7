import { PROBLEMS, type ProblemCode } from '@assay/contracts/v1';

/** A refusal of the public API, by a code of its table. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** What is wrong with this request and what to do. Public; holds nothing of what was sent. */
  readonly detail: string;
  /** JSON Pointer to the field that is wrong; null where none is. */
  readonly pointer: string | null;
  /** When to come back; null where waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ProblemCode,
    detail: string,
    { pointer = null, retryAfterSeconds = null }: { pointer?: string | null; retryAfterSeconds?: number | null } = {},
  ) {
    super(PROBLEMS[code].title);
    this.code = code;
    this.detail = detail;
    this.pointer = pointer;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
