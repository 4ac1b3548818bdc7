/** What a mail server's failure may be logged as, such as ECONNREFUSED, EAUTH or 451: its message may quote the address. */
export function mailFailureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('responseCode' in error && typeof error.responseCode === 'number') return String(error.responseCode);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
