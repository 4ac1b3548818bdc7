import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** Everything under these paths is only for people who have the URL, and not for search engines. */
const UNLISTED =
  /^\/(api|riskcheck|verify|account|login|register|success-auth|confirm-link|invitation|stripe)(\/|\?|\.data|$)/i;

/** Keeps results, reports and accounts out of search engines, also where an answer is no page. */
export const robotsHeader = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    if (UNLISTED.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow');
  });
});
