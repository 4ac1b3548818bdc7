import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { isApi } from './call.ts';
import { isLoopbackVisit } from './loopback.ts';
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
    if (!isApi(request)) return;
    const isChange = !READS.has(request.method) || request.routeOptions.config.isChange === true;
    if (isChange && !isOwnRequest(settings, request)) throw new AppError('CrossSiteRequest');
  });
});

/**
 * True when no other site can have made the browser send this. Says so: Sec-Fetch-Site, else Origin, else a header that
 * a browser adds to a foreign request only after asking us, and we never agree. API clients act for nobody but
 * themselves, and so does whoever shows a bearer token instead of our cookie.
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
