import type { FastifyRequest } from 'fastify';

/**
 * Whether the visitor holds this very content: any tag of the list, also one that a proxy made weak when it packed the
 * answer, and `*` (RFC 9110, section 13.1.2).
 */
export function isHeldAlready({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}
