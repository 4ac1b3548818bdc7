/** A file or address cannot be read, or not to its end. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** Node hides the reason of a failed fetch in `cause`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
