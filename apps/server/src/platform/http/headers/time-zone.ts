import type { FastifyRequest } from 'fastify';

/** The reader's time zone as the client names it (row API-02); null where none is named, or none of the IANA database. */
export function namedTimeZone({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return readTimeZone(headers['the-timezone-iana']);
}

/** The zone of this name; null where it is none of the IANA database. */
export function readTimeZone(named: unknown): string | null {
  if (typeof named !== 'string' || named.length > 64 || !/^[A-Za-z][\w+/-]*$/.test(named)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: named }).resolvedOptions().timeZone;
  } catch (error) {
    // There is no such zone.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * As {@link namedTimeZone}, else UTC: a zone only decides how dates are read and written, so a wrong one is no reason to
 * refuse.
 */
export function timeZoneOf(request: Pick<FastifyRequest, 'headers'>): string {
  return namedTimeZone(request) ?? 'UTC';
}
