import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Answers like `fetch`, in this process. `path` starts at the root of the site: `/api/…`. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Headers that belong to the visitor's own connection or page, not to the calls made for it. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The visitor's way to the API while a page is rendered: same headers, same address, no network hop. The loopback rule
 * and the rate limits therefore see the visitor, never the host.
 */
export function apiFetchFor(app: FastifyInstance, visit: FastifyRequest): ApiFetch {
  return callsWith(app, visit, forwarded(visit.headers));
}

/**
 * The calls of a page that visitors share: nothing in the answers depends on what this visitor sent. They are counted for
 * the visitor's network.
 */
export function sharedFetchFor(app: FastifyInstance, visit: FastifyRequest, publicUrl: string): ApiFetch {
  const { 'x-forwarded-for': forwardedFor } = visit.headers;
  const { host } = new URL(publicUrl);
  return callsWith(app, visit, { host, ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }) });
}

function callsWith(app: FastifyInstance, visit: FastifyRequest, visitorHeaders: IncomingHttpHeaders): ApiFetch {
  return async (path, init = {}) => {
    // A page that asked for a page would render without end.
    if (!isApiPath(path)) throw new TypeError(`"path" expected /api/…, got ${path}`);
    const answer = await app.inject({
      method: methodOf(init.method ?? 'GET'),
      url: path,
      headers: { ...visitorHeaders, ...Object.fromEntries(new Headers(init.headers)) },
      remoteAddress: visit.socket.remoteAddress ?? '127.0.0.1',
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      // Several cookies are several headers.
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
    }
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
    return new Response(hasBody ? answer.body : null, { status: answer.statusCode, headers });
  };
}

function isApiPath(path: string): boolean {
  return path.startsWith('/') && URL.parse(path, 'http://in.process')?.pathname.startsWith('/api/') === true;
}

function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name)));
}

function methodOf(method: string): 'GET' | 'POST' {
  const name = method.toUpperCase();
  if (name !== 'GET' && name !== 'POST') throw new TypeError(`"method" expected GET or POST, got ${name}`);
  return name;
}
