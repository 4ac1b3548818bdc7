import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { prepareFailure, publicTextOf } from '../http/failures/error-handler.ts';
import { lockedOutboxPage, refusedPage } from '../http/static-pages.ts';
import { isLocalVisit, lacksLocalProof } from '../http/who/local-visits.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Outbox } from './mail.ports.ts';
import { outboxPage } from './outbox-page.ts';

export interface OutboxRoutesOptions {
  readonly outbox: Outbox;
  readonly path: string;
  readonly productName: string;
  readonly pagesPerMinute: number;
}

const HTML = 'text/html; charset=utf-8';

/** The page of mails that were not sent, for browsers that opened the link printed in the terminal. */
export async function outboxRoutes(app: FastifyInstance, options: OutboxRoutesOptions): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const errorName = prepareFailure(error, request, reply);
    return reply.type(HTML).send(refusedPage(errorName, publicTextOf(error), reply.cspNonce.style));
  });
  app.get(
    options.path,
    { schema: { hide: true }, config: { rateLimit: { max: options.pagesPerMinute } } },
    async (request, reply) => {
      reply.type(HTML).header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      if (lacksLocalProof(request)) return reply.code(403).send(lockedOutboxPage(reply.cspNonce.style));
      if (!isLocalVisit(request)) throw new AppError('NotFound');
      const page = outboxPage(options.productName, await options.outbox.list(), reply.cspNonce.style);
      return reply.header('referrer-policy', 'no-referrer').send(page);
    },
  );
}

const OUTBOX_PATH = '/outbox';

/** Where the page of mails that were not sent is; null where they are sent. */
export function outboxPathOf(outbox: Outbox | null): string | null {
  return outbox === null ? null : OUTBOX_PATH;
}

/** That page, where there is one. */
export function outboxPages(outbox: Outbox | null, productName: string): FastifyPluginAsync {
  return async (pages) => {
    if (outbox === null) return;
    const { pagesPerMinute } = pages.limits;
    await pages.register(outboxRoutes, { outbox, path: OUTBOX_PATH, productName, pagesPerMinute });
  };
}
