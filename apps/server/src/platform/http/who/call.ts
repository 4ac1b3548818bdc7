import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1), null without one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/**
 * Whether the request is an API call. Decided by the route, not by the URL as it was sent: the router also finds
 * the API under `/%61pi/…` and under an absolute URL.
 */
export function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/') === true;
}

/** Whether the call is one of the public API: an API key opens those, and no cookie does. Decided by the route too. */
export function isPublicApi({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/v1/') === true;
}

/** The `trustProxy` option of Fastify for so many proxies in front that may name the client's address. */
export function trustedProxies(count: number): false | ((address: string, hop: number) => boolean) {
  return count === 0 ? false : (_address, hop) => hop < count;
}
