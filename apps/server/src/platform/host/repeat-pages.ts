import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import plugin from 'fastify-plugin';
import { networkOf } from '../http/limits/rate-limit.ts';
import { encodingFor, type PageEncoding, type StoredPage } from './page-cache.ts';
import { isSharedVisit, type SharedPages } from './shared-pages.ts';
import type { SiteSettings } from './site-build.ts';
import type { SiteSource } from './site-source.ts';

export interface RepeatPagesOptions {
  readonly shared: SharedPages;
  readonly source: SiteSource;
  readonly settings: () => Promise<SiteSettings>;
  readonly pagesPerMinute: number;
}

/** The route of pages: what is repeated counts for the same limit. */
const LIMIT_NAME = 'GET /*';
const WINDOW_MS = 60_000;
/** Headers of one answer or one connection. */
const OF_ONE_ANSWER = /^(?:date|connection|keep-alive|transfer-encoding|x-request-id|x-ratelimit-.*|ratelimit-.*)$/;

const sent = new WeakMap<StoredPage, Map<PageEncoding, OutgoingHttpHeaders>>();

/** Remembers every header that a shared page was sent with, once the answer has left. */
export function rememberHeaders(reply: FastifyReply, page: StoredPage, encoding: PageEncoding): void {
  reply.raw.once('finish', () => {
    const headers = Object.entries(reply.raw.getHeaders()).filter(([name]) => !OF_ONE_ANSWER.test(name));
    if (reply.raw.statusCode !== 200 || headers.some(([name]) => name === 'set-cookie')) return;
    const known = sent.get(page) ?? new Map<PageEncoding, OutgoingHttpHeaders>();
    sent.set(page, known.set(encoding, Object.fromEntries(headers)));
  });
}

/**
 * Answers the next visitors of a page that is the same for everybody with the same bytes and headers, before the hooks
 * that find out who asks and what the answer may say: they said the same for this page within the last second. It is
 * counted, logged and measured like any other answer.
 */
export const repeatPages = plugin(async (app: FastifyInstance, options: RepeatPagesOptions) => {
  const { shared, source, settings, pagesPerMinute } = options;

  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET') return;
    const build = await source.current();
    if (build === null || !isSharedVisit(request, build)) return;
    const page = shared.fresh(build, request.url, await settings());
    const encoding = encodingFor(request.headers['accept-encoding']);
    const headers = page === null ? undefined : sent.get(page)?.get(encoding);
    if (page === null || headers === undefined) return;
    const limit = { name: LIMIT_NAME, max: pagesPerMinute, windowMs: WINDOW_MS };
    // The refusal, with its page, is up to the route.
    if ((await app.limiter.hit(limit, networkOf(request))).isExceeded) return;
    reply.hijack();
    reply.raw.writeHead(200, { ...headers, 'x-request-id': request.id });
    reply.raw.end(page.bodies[encoding]);
    return reply;
  });
});
