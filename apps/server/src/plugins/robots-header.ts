import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Everything under these paths belongs to whoever has the address, and to no search engine. */
const UNLISTED = /^\/(api|riskcheck|verify|account|login|register|success-auth|confirm-link|stripe)(\/|\?|\.data|$)/i;

/** Keeps results, reports and accounts out of search engines, also where an answer is no page. */
export const robotsHeader = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    if (UNLISTED.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow');
  });
});
