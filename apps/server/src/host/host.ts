import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler } from 'react-router';
import { AppError } from '../app-error.ts';
import { prepareFailure } from '../plugins/error-handler.ts';
import { apiFetchFor } from './api-fetch.ts';
import type { SiteBuild, SiteSettings } from './site-build.ts';
import { notBuiltPage, notFoundPage, refusedPage, serverErrorPage } from './static-pages.ts';

export interface HostOptions {
  /** Null when the site was never built. */
  readonly build: SiteBuild | null;
  readonly productName: string;
  readonly settings: () => Promise<SiteSettings>;
  readonly pagesPerMinute: number;
}

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;
const HTML = 'text/html; charset=utf-8';

/** Serves the built site: its static files as they are, its pages rendered in this process. */
export async function host(app: FastifyInstance, options: HostOptions): Promise<void> {
  const { build } = options;
  const limited = { config: { rateLimit: { max: options.pagesPerMinute } }, schema: { hide: true } };

  // People get pages, also when they are refused: too many requests, too busy.
  app.setErrorHandler((error, request, reply) => {
    const errorName = prepareFailure(error, request, reply);
    return reply.type(HTML).send(refusedPage(errorName, reply.cspNonce.style));
  });

  if (build === null) {
    app.get('/', limited, async (_request, reply) =>
      reply.code(503).type(HTML).send(notBuiltPage(options.productName, reply.cspNonce.style)),
    );
    app.get('/*', limited, async (_request, reply) =>
      reply.code(404).type(HTML).send(notFoundPage(reply.cspNonce.style)),
    );
    return;
  }

  const assetsDir = path.join(build.clientDir, 'assets') + path.sep;
  await app.register(staticFiles, {
    root: build.clientDir,
    // One route a file, so that everything else is a page.
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      // Files under assets/ carry a hash of their content in their name.
      const isHashed = file.startsWith(assetsDir);
      const cache = isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`;
      reply.header('cache-control', cache);
    },
  });
  // A chunk of an older build: no page, and no work for the renderer.
  app.get('/assets/*', limited, async (_request, reply) =>
    reply.code(404).type(HTML).send(notFoundPage(reply.cspNonce.style)),
  );
  const render = pageRenderer(app, build, options);
  app.get('/*', limited, render);
}

function pageRenderer(app: FastifyInstance, build: SiteBuild, options: HostOptions) {
  const handle = createRequestHandler(build.server, 'production');

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const settings = await options.settings();
      const nonce = reply.cspNonce.script;
      const context = build.createLoadContext({ apiFetch: apiFetchFor(app, request), nonce, settings });
      const response = await handle(webRequest(request, reply, settings.publicUrl), context);
      if (response.status >= 500 && !isHtml(response)) throw new Error(`The site answered ${response.status}`);
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache');
      return await reply.send(response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      request.log.error({ err: error }, 'page could not be rendered');
      return reply.code(500).type(HTML).header('cache-control', 'no-store').send(serverErrorPage(reply.cspNonce.style));
    }
  };
}

/** The visit as a web Request. The origin is ours, never what the Host header claims. */
function webRequest(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  if (!request.url.startsWith('/')) throw new AppError('MalformedRequest');
  const url = URL.parse(new URL(publicUrl).origin + request.url);
  if (url === null) throw new AppError('MalformedRequest');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return new Request(url, { method: request.method, headers, signal: gone.signal });
}

function isHtml(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/html') === true;
}
