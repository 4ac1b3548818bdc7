import type { FastifyRequest } from 'fastify';

/**
 * The reader's time zone as the client names it (row API-02). UTC where none is named, or none that exists: a zone only
 * decides how dates are read and written, so a wrong one is no reason to refuse.
 */
export function timeZoneOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const named = headers['the-timezone-iana'];
  if (typeof named !== 'string' || named.length > 64) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: named }).resolvedOptions().timeZone;
  } catch {
    // RangeError: there is no such zone.
    return 'UTC';
  }
}
