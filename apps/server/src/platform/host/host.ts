import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prepareFailure, publicTextOf } from '../http/failures/error-handler.ts';
import { notBuiltPage, notFoundPage, refusedPage } from '../http/static-pages.ts';
import { isOwnRequest } from '../http/who/cross-site.ts';
import { AppError } from '../kernel/app-error.ts';
import { answerPages } from './answer-pages.ts';
import type { PageRenderer } from './page-renderer.ts';
import type { SharedPages } from './shared-pages.ts';
import type { ServedSite, SiteSettings } from './site-build.ts';
import type { SiteSource } from './site-source.ts';

export interface HostOptions {
  readonly source: SiteSource;
  readonly productName: string;
  readonly settings: () => Promise<SiteSettings>;
  /** Default: pages are rendered in this thread. */
  readonly renderer?: PageRenderer;
  /** Pages that visitors share. */
  readonly shared: SharedPages;
  readonly pagesPerMinute: number;
  /** The site's own addresses, to distinguish its forms from those of other sites. */
  readonly reach: { readonly host: string; readonly publicUrl: string };
}

const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;
/** What npm installs. */
const ARCHIVE = '.tgz';
const HTML = 'text/html; charset=utf-8';
const FORM = 'application/x-www-form-urlencoded';
/** The forms of the site have a handful of short fields. */
const FORM_LIMIT_BYTES = 8_192;

/** Serves the built site: its static files as they are, its pages rendered or as they were rendered before. */
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
    return reply.type(HTML).send(refusedPage(errorName, publicTextOf(error), reply.cspNonce.style));
  });
  // Every call names the folder of its build; the root is only what the plugin asks for.
  await app.register(staticFiles, {
    root: import.meta.dirname,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      if (file.endsWith(ARCHIVE)) reply.header('content-type', 'application/gzip');
    },
  });
  const render = answerPages(app, options);

  // Asked for by browsers and readers of feeds that do not look into the page for its icon.
  app.get('/favicon.ico', limited, (_request, reply) =>
    reply.header('cache-control', `public, max-age=${HOUR_SECONDS}`).redirect('/favicon.svg', 301),
  );

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

  // Forms that were sent without a script. What they ask for goes through the API, under its limits. No other body is
  // read: a JSON string would look like the text of a form.
  app.removeAllContentTypeParsers();
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

function sendFile(reply: FastifyReply, { clientDir }: ServedSite, file: string): FastifyReply {
  // Files under assets/ carry a hash of their content in their name.
  const isHashed = file.startsWith('assets/');
  const cache = isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${HOUR_SECONDS}`;
  return reply.header('cache-control', cache).sendFile(file, clientDir);
}
