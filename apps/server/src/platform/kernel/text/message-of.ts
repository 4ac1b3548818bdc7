/** What something that was thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same of what hides its reason in `cause`, as Node's failed fetch does. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error && error.cause.message !== ''
    ? error.cause.message
    : messageOf(error);
}
