import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { setFinalHeader } from './headers/final-header.ts';

const LINK_PAGE = /^\/(?:confirm-link|invitation|undo|login\/company\/return)(?:\.data)?(?:[/?]|$)/;
/** Asks for another link by the one in its query. */
const ASKING_PAGE = /^\/register(?:\.data)?\/?\?(?:.*&)?link=/;

/**
 * The page of a magic link, of an invitation, of a mail's undo or of a company's login has a token in its URL until the
 * page itself removes it: no other site receives that URL, and no cache stores the response.
 */
export const linkPage = plugin(async (app: FastifyInstance) => {
  // At the end, because a rendered page brings headers of its own.
  app.addHook('onSend', async (request, reply, payload) => {
    if (!LINK_PAGE.test(request.url) && !ASKING_PAGE.test(request.url)) return;
    setFinalHeader(reply, payload, 'referrer-policy', 'no-referrer');
    setFinalHeader(reply, payload, 'cache-control', 'no-store');
    setFinalHeader(reply, payload, 'x-robots-tag', 'noindex');
  });
});
