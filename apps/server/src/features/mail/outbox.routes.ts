import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { refusedPage } from '../../host/static-pages.ts';
import { prepareFailure } from '../../plugins/error-handler.ts';
import { isLoopbackVisit } from '../../plugins/loopback.ts';
import type { Outbox } from './mail.ports.ts';
import { outboxPage } from './outbox-page.ts';

export interface OutboxRoutesOptions {
  readonly outbox: Outbox;
  readonly path: string;
  readonly productName: string;
  /** For the loopback rule. */
  readonly host: string;
  readonly publicUrl: string;
  readonly pagesPerMinute: number;
}

const HTML = 'text/html; charset=utf-8';

/** The page of mails that were not sent, for visits on this machine; nobody else learns that it is there. */
export async function outboxRoutes(app: FastifyInstance, options: OutboxRoutesOptions): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const errorName = prepareFailure(error, request, reply);
    return reply.type(HTML).send(refusedPage(errorName, reply.cspNonce.style));
  });
  app.get(
    options.path,
    { schema: { hide: true }, config: { rateLimit: { max: options.pagesPerMinute } } },
    async (request, reply) => {
      if (!isLoopbackVisit(options, request.headers)) throw new AppError('NotFound');
      const page = outboxPage(options.productName, await options.outbox.list(), reply.cspNonce.style);
      return reply
        .type(HTML)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .send(page);
    },
  );
}
