import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { randomText } from '../../kernel/text/random-text.ts';

/** Ids are ours: one that a stranger sends could forge a line of the log. */
export function newRequestId(): string {
  return randomText(12, 'base64url');
}

/** Every answer carries the id under which the log knows its request. */
export const requestId = plugin(async (app: FastifyInstance) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
});
