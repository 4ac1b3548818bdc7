import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1), null without one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Whether a call of the API was asked for. The route tells, not the address as it was written: the router also finds
 * the API under `/%61pi/…` and under an absolute address.
 */
export function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true;
}
