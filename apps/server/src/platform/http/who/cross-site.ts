import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';
import { isLoopbackVisit } from '../../kernel/network/loopback.ts';
import { isApi, isPublicApi } from './call.ts';
import { isBrowser } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something: refused from other sites and for prefetches, as writes are. */
    readonly isChange?: boolean;
  }
}

const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses whatever would change something under the API and was not asked for by our own pages. */
export const crossSite = plugin(async (app: FastifyInstance, settings: { host: string; publicUrl: string }) => {
  app.addHook('onRequest', async (request) => {
    // A site cannot have a browser send an API key, so a program may send any header of a browser with it.
    if (!isApi(request) || isPublicApi(request)) return;
    const isChange = !READS.has(request.method) || request.routeOptions.config.isChange === true;
    if (isChange && !isOwnRequest(settings, request)) throw new AppError('CrossSiteRequest');
  });
});

/**
 * True when no other site can have made the browser send this. Decided by Sec-Fetch-Site, else Origin, else a header
 * that a browser adds to a cross-origin request only after a preflight, which the server never permits. Requests of
 * API clients, and those with a bearer token instead of the session cookie, cannot be forged by a site.
 */
export function isOwnRequest(
  settings: { host: string; publicUrl: string },
  request: Pick<FastifyRequest, 'headers'>,
): boolean {
  const { headers } = request;
  if (isPrefetch(request)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return isOwnOrigin(settings, request, headers.origin);
  return !isBrowser(request) || headers['the-timezone-iana'] !== undefined;
}

function isPrefetch({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return PURPOSE_HEADERS.some((name) => {
    const purpose = headers[name];
    return typeof purpose === 'string' && /\b(?:prefetch|prerender|preview)\b/i.test(purpose);
  });
}

function isOwnOrigin(
  settings: { host: string; publicUrl: string },
  { headers }: Pick<FastifyRequest, 'headers'>,
  origin: string,
): boolean {
  if (origin === new URL(settings.publicUrl).origin) return true;
  // On this machine the site answers under localhost and 127.0.0.1 alike.
  return isLoopbackVisit(settings, headers) && URL.parse(origin)?.host === headers.host;
}
