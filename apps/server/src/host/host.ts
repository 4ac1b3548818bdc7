import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { AppError } from '../app-error.ts';
import { isOwnRequest } from '../plugins/cross-site.ts';
import { prepareFailure } from '../plugins/error-handler.ts';
import { apiFetchFor } from './api-fetch.ts';
import type { SiteBuild, SiteSettings } from './site-build.ts';
import type { SiteSource } from './site-source.ts';
import { notBuiltPage, notFoundPage, refusedPage, serverErrorPage } from './static-pages.ts';

export interface HostOptions {
  readonly source: SiteSource;
  readonly productName: string;
  readonly settings: () => Promise<SiteSettings>;
  readonly pagesPerMinute: number;
  /** Where the site stands, for telling its own forms from those of others. */
  readonly reach: { readonly host: string; readonly publicUrl: string };
}

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;
const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
/** The forms of the site have a handful of short fields. */
const FORM_LIMIT_BYTES = 8_192;

/** Serves the built site: its static files as they are, its pages rendered in this process. */
export async function host(app: FastifyInstance, options: HostOptions): Promise<void> {
  // A page brings dozens of files, and several people share an address: only what has to be rendered is counted.
  const isFile = async (request: FastifyRequest): Promise<boolean> => {
    const file = fileOf(request);
    return file !== null && (await options.source.current())?.files.has(file) === true;
  };
  const limited = {
    config: { rateLimit: { max: options.pagesPerMinute, allowList: isFile } },
    schema: { hide: true },
  };

  // People get pages, also when they are refused: too many requests, too busy.
  app.setErrorHandler((error, request, reply) => {
    const errorName = prepareFailure(error, request, reply);
    return reply.type(HTML).send(refusedPage(errorName, reply.cspNonce.style));
  });
  // Every call names the folder of its build; the root is only what the plugin asks for.
  await app.register(staticFiles, {
    root: import.meta.dirname,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  });
  const render = pageRenderer(app, options);

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const build = await options.source.current();
    const file = fileOf(request);
    if (build === null) {
      if (file === '') return reply.code(503).type(HTML).send(notBuiltPage(options.productName, reply.cspNonce.style));
      return reply.code(404).type(HTML).send(notFoundPage(reply.cspNonce.style));
    }
    if (file !== null && build.files.has(file)) return sendFile(reply, build, file);
    // A chunk of another build: no page, and no work for the renderer.
    if (request.url.startsWith('/assets/')) {
      return reply.code(404).type(HTML).send(notFoundPage(reply.cspNonce.style));
    }
    return render(request, reply, build);
  };
  app.get('/*', { ...limited, exposeHeadRoute: false }, answer);
  // Of its own: the HEAD that Fastify would add cannot measure a rendered page, and answers 500.
  app.head('/*', limited, answer);

  // Forms that were sent without a script. What they ask for goes through the API, under its limits.
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/*', { ...limited, config: { rateLimit: { max: options.pagesPerMinute } } }, async (request, reply) => {
    if (!isOwnRequest(options.reach, request)) throw new AppError('CrossSiteRequest');
    if (typeof request.body !== 'string') throw new AppError('MalformedRequest');
    const build = await options.source.current();
    if (build === null) return reply.code(503).type(HTML).send(notBuiltPage(options.productName, reply.cspNonce.style));
    return render(request, reply, build);
  });
}

/** What a path names under the folder of static files; null where it names no file at all. */
function fileOf({ url }: FastifyRequest): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '').slice(1);
  } catch {
    // No text in percent signs: certainly none of our files.
    return null;
  }
}

function sendFile(reply: FastifyReply, { clientDir }: SiteBuild, file: string): FastifyReply {
  // Files under assets/ carry a hash of their content in their name.
  const isHashed = file.startsWith('assets/');
  const cache = isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`;
  return reply.header('cache-control', cache).sendFile(file, clientDir);
}

type PageHandler = ReturnType<typeof createRequestHandler>;

function pageRenderer(app: FastifyInstance, options: HostOptions) {
  const handlers = new WeakMap<ServerBuild, PageHandler>();

  return async (request: FastifyRequest, reply: FastifyReply, build: SiteBuild): Promise<FastifyReply> => {
    try {
      const handle = handlers.get(build.server) ?? createRequestHandler(build.server, 'production');
      handlers.set(build.server, handle);
      const settings = await options.settings();
      const { script: nonce, style } = reply.cspNonce;
      const styles = { texts: build.styles, nonce: style };
      const context = build.createLoadContext({ apiFetch: apiFetchFor(app, request), nonce, settings, styles });
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
  const { origin } = new URL(publicUrl);
  const url = URL.parse(origin + request.url);
  if (url === null) throw new AppError('MalformedRequest');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
  }
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const { method, body } = request;
  if (typeof body !== 'string') return new Request(url, { method, headers, signal: gone.signal });
  // It was looked at before; the renderer only knows the one origin that the site is told to stand under.
  headers.set('origin', origin);
  return new Request(url, { method, headers, body, signal: gone.signal });
}

function isHtml(response: Response): boolean {
  return response.headers.get('content-type')?.includes('text/html') === true;
}
