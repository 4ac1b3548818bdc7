import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

const LINK_PAGE = /^\/confirm-link(?:\.data)?(?:[/?]|$)/;

/**
 * The page of a magic link has a token in its address until the page itself takes it out: no other site is told that
 * address, and no cache keeps what was answered to it.
 */
export const linkPage = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!LINK_PAGE.test(request.url)) return;
    reply.header('referrer-policy', 'no-referrer');
    reply.header('cache-control', 'no-store');
    reply.header('x-robots-tag', 'noindex');
  });
});
