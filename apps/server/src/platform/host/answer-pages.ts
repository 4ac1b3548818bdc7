import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setFinalHeader } from '../http/headers/final-header.ts';
import { networkOf, widerNetworkOf } from '../http/limits/rate-limit.ts';
import { serverErrorPage } from '../http/static-pages.ts';
import { AppError } from '../kernel/app-error.ts';
import { type ApiFetch, apiFetchFor, sharedFetchFor } from './api-fetch.ts';
import { inThisThread } from './in-this-thread.ts';
import { encodingFor, type StoredPage } from './page-cache.ts';
import type { PageJob, PageRenderer, RenderedPage } from './page-renderer.ts';
import { RenderQueue } from './render-queue.ts';
import { rememberHeaders } from './repeat-pages.ts';
import { isSharedVisit, type SharedPages } from './shared-pages.ts';
import type { ServedSite, SiteSettings } from './site-build.ts';

export interface AnswerPagesOptions {
  readonly settings: () => Promise<SiteSettings>;
  readonly renderer?: PageRenderer;
  readonly shared: SharedPages;
}

/** Pages of one visit wait for their data in turn, so that a thread always has one to render. */
const QUEUE = { atOnce: 4, waiting: 100, waitingOfNetwork: 20 };
const HTML = 'text/html; charset=utf-8';

/** Answers with a page: one that visitors share, where it is one, else rendered for this visit. */
export function answerPages(app: FastifyInstance, options: AnswerPagesOptions) {
  const { settings: readSettings, renderer = inThisThread, shared } = options;
  const queue = new RenderQueue(QUEUE);

  return async (request: FastifyRequest, reply: FastifyReply, build: ServedSite): Promise<FastifyReply> => {
    const visitor = { network: networkOf(request), widerNetwork: widerNetworkOf(request) };
    const settings = await readSettings();
    const { script, style } = reply.cspNonce;
    const facts = { settings, nonces: { script, style } };
    const render = (job: PageJob, apiFetch: ApiFetch, signal: AbortSignal) =>
      queue.run(visitor, signal, () => renderer.render(build, job, { apiFetch, signal }));
    try {
      if (isSharedVisit(request, build)) {
        const url = urlOf(request, settings.publicUrl);
        const job = { method: 'GET', url, headers: [], body: null, ...facts };
        // Others may wait for the same page: it is rendered to its end, even if this visitor leaves.
        const page = await shared.read({
          build,
          job,
          apiFetch: sharedFetchFor(app, request, settings.publicUrl),
          render: (one, apiFetch) => render(one, apiFetch, new AbortController().signal),
        });
        return 'bodies' in page ? sendStored(request, reply, page) : sendRendered(reply, page);
      }
      allowOwnStyles(request, reply);
      const job = { ...visitOf(request, settings.publicUrl), ...facts };
      return sendRendered(reply, await render(job, apiFetchFor(app, request), goneWith(reply)));
    } catch (error) {
      if (error instanceof AppError) throw error;
      request.log.error({ err: error }, 'page could not be rendered');
      return reply.code(500).type(HTML).header('cache-control', 'no-store').send(serverErrorPage(reply.cspNonce.style));
    }
  };
}

/** Pages whose viewer, which is not ours, writes styles into the page (docs/decisions/0099). Scripts stay as strict. */
const WRITE_STYLES: ReadonlySet<string> = new Set(['/developers/reference']);

/** Lets a page of {@link WRITE_STYLES} have styles of its own making. */
function allowOwnStyles(request: FastifyRequest, reply: FastifyReply): void {
  const policy = reply.getHeader('content-security-policy');
  const [path = ''] = request.url.split('?');
  if (!WRITE_STYLES.has(path) || typeof policy !== 'string') return;
  // A nonce beside it would switch it off.
  reply.header('content-security-policy', policy.replace(`'nonce-${reply.cspNonce.style}'`, "'unsafe-inline'"));
}

function sendRendered(reply: FastifyReply, { status, headers, body }: RenderedPage): FastifyReply {
  reply.code(status).header('cache-control', 'no-cache');
  for (const [name, value] of headers) reply.header(name, value);
  return reply.send(body.byteLength === 0 ? null : body);
}

/** What of the visit the page may know. The origin is ours, never what the Host header claims. */
function visitOf(request: FastifyRequest, publicUrl: string): Pick<PageJob, 'method' | 'url' | 'headers' | 'body'> {
  const url = urlOf(request, publicUrl);
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.push([name, String(value)]);
  }
  const { method, body } = request;
  if (typeof body !== 'string') return { method, url, headers, body: null };
  // The origin was checked before; the renderer accepts only the configured origin of the site.
  const others = headers.filter(([name]) => name !== 'origin');
  return { method, url, headers: [...others, ['origin', new URL(publicUrl).origin]], body };
}

function urlOf({ url: path }: FastifyRequest, publicUrl: string): string {
  if (!path.startsWith('/')) throw new AppError('MalformedRequest');
  const url = URL.parse(new URL(publicUrl).origin + path);
  if (url === null) throw new AppError('MalformedRequest');
  return url.href;
}

/** Aborted when the connection is closed. */
function goneWith(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Sends a stored page, its inline scripts and styles allowed by their hashes. */
function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  // As a page that is rendered for one visitor: asked for again each time.
  reply.header('cache-control', 'no-cache');
  for (const [name, value] of page.headers) reply.header(name, value);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding');
  const policy = reply.getHeader('content-security-policy');
  const body = page.bodies[encoding];
  if (typeof policy === 'string') {
    const { script, style } = reply.cspNonce;
    const byHash = policy
      .replace(`'nonce-${script}'`, page.scripts.join(' '))
      .replace(`'nonce-${style}'`, page.styles.join(' '));
    setFinalHeader(reply, body, 'content-security-policy', byHash);
  }
  rememberHeaders(reply, page, encoding);
  return reply.code(200).send(body);
}
