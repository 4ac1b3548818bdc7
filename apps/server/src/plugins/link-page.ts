import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { setFinalHeader } from './final-header.ts';

const LINK_PAGE = /^\/confirm-link(?:\.data)?(?:[/?]|$)/;

/**
 * The page of a magic link has a token in its address until the page itself takes it out: no other site is told that
 * address, and no cache keeps what was answered to it.
 */
export const linkPage = plugin(async (app: FastifyInstance) => {
  // At the end, because a rendered page brings headers of its own.
  app.addHook('onSend', async (request, reply, payload) => {
    if (!LINK_PAGE.test(request.url)) return;
    setFinalHeader(reply, payload, 'referrer-policy', 'no-referrer');
    setFinalHeader(reply, payload, 'cache-control', 'no-store');
    setFinalHeader(reply, payload, 'x-robots-tag', 'noindex');
  });
});
